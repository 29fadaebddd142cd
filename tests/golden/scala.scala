package org.shop
package cart

import scala.collection.{mutable, Map => Dict, Seq => _, *}
import org.shop.Price, org.shop.rates._
import org.shop.Store as Shop

/** A cart of a customer. */
@Entity("cart")
final case class Cart[+T <: Item : Ordering](owner: Owner, private val size: Int = Cart.Limit)(implicit clock: Clock)
    extends Base[T](owner) with Store with Outer.Named derives Show { self: Logged =>
  /** Makes an empty one. */
  def this(other: Owner) = this(other, 0)
  @volatile private var total: Price = _
  lazy val (first, second) = split(items)
  private[shop] val handler: Item => Response = item => item.handle("now")
  type Id[A] = A
  val order, other = new Ordering[Item] {
    override def compare(a: Item, b: Item): Int = a.price - b.price
  }
  protected def price: Price

  /** Adds one. */
  @inline def +(item: T): Cart[T] = copy(size = size + 1)

  def visit[R](visitor: Visitor[T, R], counts: Array[Int]*)(using ctx: Ctx): Option[R] = {
    val found = items.map(_.price).filter(clock.accepts).toList
    var seen = 0
    for {
      item <- items.sorted
      (name, cost) <- item.pairs if cost > 0
      twice = cost * 2
    } yield item -> twice
    items foreach println
    seen += 1
    this.total = found.head
    counts(0) = seen
    log.info(s"a cart of $owner with ${clock.now()} left")
    def helper(x: Int) = x
    found match {
      case Some(item: Special) if item.rare => item.label
      case circle @ Circle(radius, `seen`) => radius
      case head :: tail => helper(head)
      case State.Open | Closed => new Point(1, 2)
      case _: IOException => throw new IllegalStateException("""no such shape""")
    }
    try { visitor.accept[R](this) } catch { case error: Failure => None }
    (found: List[Price]).foldLeft(0)((left, right) => left + right)
  }
}

object Cart extends App {
  final val Limit = 20
  implicit def ordering[A](implicit a: Ordering[A]): Ordering[Cart[A]] = ???
}

sealed trait Shape { def area: Double; val name: String }

enum State(val label: String) extends Labelled {
  /** Still open. */
  case Open extends State("open")
  case Closed, Gone
  case Moved(to: Place)
}

given intOrder: Ordering[Int] with
  def compare(x: Int, y: Int): Int = x - y
given Show[Cart] = new Show {}

extension (text: String)
  def shout: String = text.toUpperCase
  def twice = text + text

@main def run(args: String*): Unit =
  val cart = Cart(args.head)
  if cart.size > 0 then println(cart)
end run

package object rates { val base = 1 }
export Cart.{ordering as cartOrdering, *}
