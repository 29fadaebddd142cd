(** The store. *)

open Base

type t
(** Abstract. *)

(** A key. *)
type key = private string

type 'a result = Ok of 'a  (** fine *) | Error of { code : int (** why *) }

val find : t -> key -> 'a option
(** [find t k] finds. *)

val ( + ) : t -> t -> t

(** Above. *)
val add : ?size:int -> t -> t [@@deprecated "use find"]

exception Missing of key

module Sub : sig
  include S with type t := t
  val x : int
end

module Make (X : S) : Base.S
external length : t -> int = "store_length"
