(** Module doc. *)

open Stdlib
open! Base.List
include Foo.Bar
module A = Other.B
module M = Map.Make (String)

(** A user. *)
type user = { name : string; (** the name *) mutable age : int }
type 'a tree = Leaf | Node of 'a tree * 'a | Rec of { x : int }

(* Not a doc. *)
and color = [ `Red | `Blue of int ]
type t = A.t list
type ext += New of int

(** Raised. *)
exception Not_good of string

external id : 'a -> 'a = "%identity"

module type S = sig
  type t

  val get : t -> int
  (** Gets. *)

  exception E
end

module F (X : S) : S with type t = X.t = struct
  type t = X.t [@@deriving show, eq]
  let get x = X.get x
end

(** Adds. *)
let add x ~y ?(z = 1) (w : int) : int = x + y + z + w

(** Both. *)
let rec even n = if n = 0 then true else odd (n - 1)
and odd n = even (n - 1)

let limit = 10 (** the limit *)
let count = ref 0
let (a, b) = (1, 2)
let ( >>= ) m f = M.bind m f
let ( let* ) = ( >>= )
let () = Printf.printf "hi %s\n" "name"

class virtual point (x0 : int) = object (self)
  inherit base x0 as super
  val mutable x = x0
  method get = x
  method private virtual move : int -> unit
  method set v = x <- v; self#get
end
class type pt = object method get : int end

let f u = match u with
  | Leaf -> u.name
  | Node (l, v) when v > 0 -> let open M in l.age <- v; go l
  | Rec { x; _ } as r -> x |> g |> A.h
  | `Red -> new point 3
let g = function Some x -> Node x | None -> fun y -> Foo.Bar.baz ~lab:y ~y { name = "n"; y }
let h r = let rec loop i = r := !i in for i = 0 to 10 do loop i done; M.(find a b) >>= print
let k (module X : S) = let module Y = F (X) in try Y.get () with Not_found -> { r with age = 1 }
let q = let* a = m in let%lwt b = a in return b
let v : type a. a t -> a = fun x -> assert false
let x = lazy (f @@ x)
