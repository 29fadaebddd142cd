@file:JvmName("Carts")
package org.shop.cart

import java.util.Date
import kotlinx.coroutines.*
import org.shop.Price as Cost
import org.shop.`in`.total

/** How many fit. */
const val LIMIT = 20
private val log: Logger = LoggerFactory.getLogger("cart")
val rates get() = load()
typealias Handler<T> = (request: Request, T) -> Response

/**
 * A cart of a customer.
 */
@Serializable
@Named(value = "cart")
data class Cart<T : Item>(
    /** Who owns it. */
    @Id val owner: Owner,
    private var size: Int = LIMIT,
    clock: Clock? = null,
) : Base<T>(owner), Store by owner.store, Outer.Named where T : Named {
    val order: Comparator<Item> = object : Comparator<Item> {
        override fun compare(a: Item, b: Item): Int = a.price - b.price
    }
    var total: Cost
        get() = field
        set(value) { field = value.rounded() }
    private val lazy: Rates by lazy { Rates(owner) }
    internal lateinit var handler: Handler<T>

    init { log.info("a cart of $owner with ${clock?.now()} left") }

    /** Makes an empty one. */
    private constructor(other: Owner) : this(other, 0) { this.size = 1 }

    abstract suspend fun <R> visit(visitor: Visitor<in T, out R>): R?

    companion object Factory : Maker<Cart<*>>() {
        @JvmStatic fun empty() = Cart<Item>(Owner())
    }

    inner class Entry { val cart = this@Cart; fun up() = super<Base>.up() }
}

/** Adds to a list. */
infix fun <T> MutableList<T>.with(item: T): List<T> {
    fun checked(other: T) = requireNotNull(other)
    val added = items.firstOrNull() ?: return this
    val (name, price) = added.pair
    for (i in 0 until size) println(i)
    outer@ for (entry: Entry in entries) {
        if (entry is Special && entry.rare) continue@outer
    }
    items.map(Item::price).filter { it > 0 }.forEachIndexed { index, cost -> total += cost * index }
    val pair = name to price
    val copy = added.copy(name = "x", price = price)!!
    val make = ::Cart
    val later = suspend { make() }
    val same = copy::equals
    try {
        total++
        matrix[0] = (copy as Special).rare
    } catch (error: IOException) { log.warn(error.message) }
    when (val shape = find<Shape>(name)) {
        in known, State.OPEN -> null
        is Circle -> shape.radius
        else -> throw IllegalStateException("""no $shape here""")
    }
    return@with run label@{ apply { add(item) } }
}

val String.shout: String get() = uppercase()
fun Cart<*>?.isEmpty(): Boolean = this == null

// A state.
private enum class State(val label: String) : Labelled {
    /** Still open. */
    OPEN("open") { override fun next() = CLOSED },
    CLOSED("closed");

    abstract fun next(): State
}

sealed interface Shape {
    val area: Double
}

fun interface Visitor<in A, out B> {
    fun accept(a: A): B
}

object Registry : Shape { override val area = 1.0; fun `is new`() = area.toInt() }
annotation class Named(val value: String)
