/* A licence that documents nothing. */
package org.shop.cart;

import java.util.List;
import java.util.Map.Entry;
import java.util.function.*;
import static org.shop.Prices.total;
import static org.shop.Rates.*;

/**
 * A cart of a customer.
 */
@Entity(name = "cart", tables = {Item.class, Order.class})
public final class Cart<T extends Item & Named> extends Base<T> implements Store, Entry.Mapper<String, T> {
    /** How many fit. */
    public static final int LIMIT = 20, SPARE = LIMIT / 2;
    private final List<T> items = new ArrayList<>();
    protected Clock clock, other = Clock.systemUTC();
    private static Logger log = LoggerFactory.getLogger(Cart.class);
    private final Comparator<Item> order = new Comparator<Item>() {
        @Override
        public int compare(Item a, Item b) { return a.price - b.price; }
    };

    static { log.info("class loaded"); }

    /** Makes one. */
    @Inject
    public Cart(@Named("main") final Clock clock, Item... items) throws CartException {
        super(clock);
        this.clock = clock;
        for (Item item : items) this.items.add(item);
    }

    Cart() { this(null); }

    @Override
    @SuppressWarnings("unchecked")
    public <R extends Result> R visit(Visitor<? super T, ? extends R> visitor, int[] counts) {
        var first = items.get(0);
        List<Price> prices = items.stream().map(Item::price).filter(clock::accepts).toList();
        Supplier<Cart<T>> maker = Cart::new, others = ArrayList<T>::new;
        Function<Item, String> naming = item -> item.name().trim();
        BinaryOperator<Integer> sum = (left, right) -> left + right;
        outer:
        for (int i = 0; i < counts.length; i++) {
            counts[i] += sum.apply(counts[i], 1);
            if (first instanceof Special special && special.rare) continue outer;
            else break outer;
        }
        for (var price : prices) total(price);
        try (Reader reader = open(); shared) {
            reader.read();
        } catch (IOException | CartException error) {
            log.warn("cannot read " + error.getMessage(), error);
        }
        Object shape = new Circle(2) { int radius() { return 3; } };
        String text = switch (shape) {
            case Circle circle when circle.big() -> circle.label;
            case Point(int x, Point(var y, Label label)) -> label.text + x + y;
            default -> throw new IllegalStateException("""
                no such shape""");
        };
        class Local { int seen; }
        Outer.Inner<T> inner = (Outer.Inner<T>) outer.new Inner();
        Cart.this.clock = Cart.super.clock().<Clock>copy();
        return (R) visitor.accept(this, new int[] {1}, State.OPEN, LIMIT);
    }

    abstract Price price(Cart this);

    // A state.
    private enum State implements Labelled {
        /** Still open. */
        OPEN("open") { @Override String label() { return "o"; } },
        @Deprecated CLOSED;

        private State(String... labels) { }
    }
}

/** A point. */
record Point(@Positive int x, Label label) implements Comparable<Point> {
    Point { if (x < 0) throw new IllegalArgumentException(); }
    public int compareTo(Point other) { return Integer.compare(x, other.x()); }
}

sealed interface Shape extends Named, Sized permits Circle, Square {
    double PI = 3.14;
    double area();
    default String describe() { return "area " + area(); }
}

@interface Checked {
    String value() default "none";
    Class<? extends Shape>[] types() default {};
}
