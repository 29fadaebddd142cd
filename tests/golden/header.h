#ifndef GOLDEN_HEADER_H
#define GOLDEN_HEADER_H
#ifdef __cplusplus
extern "C" {
#endif

#include "uv/errno.h"

#define ERRNO_MAP(XX) \
  XX(E2BIG, "too big") /* first */ \
  XX(EACCES, "denied")

BEGIN_DECLS

typedef enum {
#define XX(code, _) UV_ ## code = UV__ ## code,
  ERRNO_MAP(XX)
#undef XX
  UV_LAST
} uv_errno_t;

/* Starts it. */
UV_EXTERN int uv_start(uv_loop_t* loop);
UV_EXTERN const char* uv_strerror(int err) UV_NORETURN;
DEPRECATED("since 2") UV_EXTERN struct loop* uv_default(void);
DWORD WINAPI uv_thread(LPVOID arg);
API(int) uv_plain(void);
__owur LIST_OF(loop) *uv_list(const char* path) FORMAT(1, 2) NONNULL;
forceinline node_t* uv_fast(IN HANDLE h, OUT void* p OPTIONAL);
typedef BOOL (PASCAL *accept_fn)(SOCKET s, PVOID out);

#define REQ_FIELDS \
  void* data;

struct uv_req_s {
  REQ_FIELDS
  int status,
#define HAS_FLAGS 1
      flags;
  UV_PRIVATE
};

UNUSED(static int helper(int x)) {
  return x + uv_start(x);
}

GENERATE_TREE(nodes, node)

static INLINE int inl(struct uv_req_s* r) {
  return r->status;
}

#pragma once_more
#undef REQ_FIELDS

#ifdef __cplusplus
}
#endif
#endif
