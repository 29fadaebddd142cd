/* Everything that the C table says, once. */
#include <stdio.h>
#include "uv/unix.h"

#define MAX_USERS 10
#define MIN(a, b) ((a) < (b) ? (a) : (b)) /* the smaller */
#define FOREACH(q, h) \
  for ((q) = list_first(h); /* not at the end */ \
       (q)->next != NULL; (q) = ((struct node*) (q))->next, log_it("no %s\n", #q))

#ifdef _WIN32
# error "don't build here"
#elif defined(HAVE_EPOLL) && EPOLL_MAX > 3
extern int epoll_limit;
#endif

/* One user. */
struct user {
  struct { int deep; } inner;
  const char *name, *nick[MAX_USERS];
  /* Runs when done. */
  void (*on_done)(struct user *self, int status);
  size_t refs : 3;
};

/** What it is. */
typedef struct {
  uint64_t id;
  struct user* owner;
} user_ref_t, *user_ref_p;

typedef struct user user_t;
typedef int (*compare_fn)(const user_t* left, const user_t* right);

enum color { RED, GREEN = 2 };
enum { LIMIT_SOFT, LIMIT_HARD };
union value { int i; double d; };

static const int limits[] = { [RED] = MAX_USERS, MIN(1, 2) };
static user_t* head, tail;
int const answer = 42;
static struct { int hits; } stats = { .hits = 1 };
static void (*handlers[2])(int sig) = { NULL, SIG_IGN };

/* Finds one. */
user_t* user_find(const char* name, compare_fn cmp);
static int old_style(a, b) int a; user_t* b; { return a + b->refs; }

/* Adds one. */
static __attribute__((noinline)) int user_add(user_t* u, int flags, void (*cb)(user_t* done)) {
  user_ref_t ref = { .id = 1, .owner = u }, *next;
  struct user* copy = (struct user*) malloc(sizeof(*u) + sizeof(struct user));
  int i, old = flags;

  for (int k = 0; k < MAX_USERS; k++) {
    head->nick[k] = "user_name";
    (*cb)(u);
  }
  copy->inner.deep += ((user_ref_t*) u)->id;
  ref.owner->on_done(&tail, stats.hits++);
  *next = (user_ref_t) { .owner = copy };
  if (u == NULL)
    goto out;
  switch (flags) {
    case RED:
      i = offsetof(struct user, refs);
      break;
  }
  {
    int flags = GREEN;
    old = flags + i;
  }
out:
  printf("%d " PRIu64 "\n", old, next->id);
  return -1;
}

#if HAVE_FOO
int split(int a) {
  if (a) {
#else
int split(long a) {
  {
#endif
    user_add(a);
  }
}

int table(void) {
  if (MAX_USERS)
    user_add(0);
#ifdef HAVE_BAZ
  else if (MIN_USERS)
    user_add(1);
#endif
  return call(1,
#ifdef HAVE_BAR
              2,
#endif
              MAX_USERS);
}
