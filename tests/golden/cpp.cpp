// Everything that the C++ table says, once.
#include <vector>
#include "util/slice.h"

#define CHECK_TYPE(T) static_assert(std::is_class<T>::value, "no class")

BEGIN_NAMESPACE
namespace shop {

class Visitor;
using std::string;
using namespace std::chrono;
namespace fs = std::filesystem;

/// Where goods are kept.
template <typename Item, size_t N = 4>
class SHOP_EXPORT Store final : public Base<Item>, private detail::Lock {
 public:
  using Items = std::vector<Item>;
  enum class State : int { kOpen, kClosed = 2 };
  enum { kMax = 8 };

  // Makes one.
  explicit Store(const Slice& name, int size = kMax) : Base(name), name_(name), size_{size} { Fill(); }
  SHOP_CONSTEXPR Store(Store&& other);
  Store(const Store&) = delete;
  virtual ~Store();
  virtual Status Sell(Item* item) = 0;
  int size() const LOCKS_EXCLUDED(mu_) { return this->size_; }
  bool operator==(const Store& other) const { return size_ == other.size_; }
  operator bool() const;
  template <class F> auto Each(F&& visit) -> Items;
  static Store* Make(const string& name);
  friend class Visitor;

 protected:
  struct Shelf { Item item; Shelf* next = nullptr; };

 private:
  string name_;
  static constexpr int kDefault = 3;
  std::map<string, Shelf> shelves_ GUARDED_BY(mu_);
  int size_ = 0, spare_;
};

template <typename Item, size_t N>
Store<Item, N>::~Store() {}

template <>
struct hash<Slice> { size_t operator()(const Slice& s) const; };

typedef Store<Slice>* StorePtr;
template <class T> using Ref = const T&;
template <class T> concept Sized = requires(T t) { t.size(); };
extern int g_count;
const char* const kNames[] = {"open", R"x(raw "words")x"};

namespace {
int hidden = 1'000;
static Status Helper(Slice slice) { return Status::OK(slice.data()); }
}  // namespace

namespace a::b { inline void deep() {} }

/* Sells one. */
SHOP_EXPORT Status Counter::Sell(const Item& item, void (*done)(int code)) {
  Slice key(item.name(), 3);
  auto found = Find(key);
  std::unique_ptr<Store<Slice>> store = std::make_unique<Store<Slice>>("main", 2);
  if (auto it = index_.find(key); it != index_.end()) it->second.count += 2;
  for (const auto& [first, second] : shelves_) Log(first);
  for (Shelf* shelf : store->shelves()) shelf->Clear<int>();
  auto visit = [this, &key, n = kMax](const Shelf& shelf) { return shelf.size(n) + key.size(); };
  try {
    auto* fresh = new detail::Node<Slice>(key, static_cast<int>(kMax));
    delete fresh;
  } catch (const std::exception& e) {
    Log(e.what(), State::kOpen, Point{1, 2}, 12_km);
  }
  return ::shop::a::Done(visit(*store));
}

Counter::Counter(int n) : n_(n) {}
Counter::operator string() const { return name_; }
int Counter::total = 0;
long operator""_km(unsigned long long n) { return n; }

TEST_F(CounterTest, Sells) { EXPECT_EQ(1, Helper("x")); }

#ifdef __cplusplus
extern "C" {
#endif
void shop_sell(struct shop* s);
#ifdef __cplusplus
}
#endif
}  // namespace shop
END_NAMESPACE
