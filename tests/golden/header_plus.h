// A header for C++ only, by what it holds.
#pragma once
#include <stddef.h>

namespace shop {
struct Point { int x, y; };
}
