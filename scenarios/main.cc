#include <cstdio>

int main() {
  std::puts("usage: railyard COMMAND [ARGUMENT...]");
  return 2;
}
