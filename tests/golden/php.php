<html><?php
declare(strict_types=1);

namespace Shop\Models;

use Shop\Store\Users;
use Shop\Base\{Model, Helpers\Money as Cash};
use function Shop\Helpers\format_price as price;
use const Shop\LIMIT;
use Countable;

require_once __DIR__ . '/helpers.php';
include 'config.php';

define('SHOP_NAME', 'corner');
const RATE = 3, RATE_MAX = RATE * 2;
$config = config('shop.name');

/** What can be sold. */
interface Sellable extends Countable, \JsonSerializable
{
    public const UNIT = 'piece';
    public function sell(int $count = 1): ?Order;
}

trait Notes
{
    protected array $notes = [];
    abstract function note(string ...$texts): static;
}

#[Entity(table: 'status')]
enum Status: string implements Sellable
{
    /** Not paid. */
    case Open = 'open';
    case Paid = self::Open->value . 'x';
    const First = self::Open;
    public static function all(): array { return Status::cases(); }
}

/**
 * One order.
 */
#[Table('orders')]
final class Order extends Model implements Sellable
{
    use Notes, Cash { Notes::note as protected remark; }

    private ?Users $users = null, $spare;
    public static int $count = 0;
    public string $label { get => strtoupper($this->label); }

    public function __construct(
        private readonly Store\Item $item,
        protected int $total = self::RATE,
        ?Cash $cash = null,
    ) {
        parent::__construct($total);
        $this->users = new Users($cash);
        static::$count++;
        self::$count += 1;
    }

    #[Pure]
    public function sell(int|Cash|null $count = 1): ?Order
    {
        static $seen = [];
        global $config;
        $user = $this->users->find(id: $count)?->owner;
        [$a, 'key' => $b] = $this->split($user);
        foreach ($user->orders as $key => $order) {
            $order->item->price(price($key), ...$a);
        }
        foreach ($b as $line) {
            $line->$a = "{$line->name} of $user[name] and ${b}";
        }
        $total = fn (int $x): int => $x + $b + RATE;
        $later = function (Order $o) use ($user, &$seen): void { $seen[] = $o; };
        array_map([$this, 'sell'], [Order::class, 'all', \strlen(...)]);
        try {
            $other = new class($user) extends Model { private $inner; };
        } catch (\RuntimeException | Cash\Error $error) {
            throw new Shop\Failure((string) $error, code: RATE_MAX);
        }
        unset($seen[0], $b);
        $text = <<<TEXT
            Dear $user, {$this->item->name}
            TEXT;
        return $user instanceof Users && isset($later) ? $total(2) : $other::make($text);
    }

    private function hidden() {}
}

if (!function_exists('config')) {
    // Reads one setting.
    function config(string $key, &$default = null): mixed { return $GLOBALS[$key] ?? $default; }
}
?>
<p class="total"><?= $config ?></p>
