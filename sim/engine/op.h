// What an engine call carries besides its operands: how values look, what an update computes, what
// a wait waits for, and the source line.
#ifndef SIM_ENGINE_OP_H_
#define SIM_ENGINE_OP_H_

#include <cstdint>
#include <string>

namespace sim {

// A source line, as std::source_location (which clang 14 lacks).
class Site {
 public:
  constexpr Site() = default;
  static constexpr Site current(const char* file = __builtin_FILE(),
                                std::uint32_t line = __builtin_LINE()) {
    return Site(file, line);
  }
  constexpr const char* file_name() const { return file_; }
  constexpr std::uint32_t line() const { return line_; }
  // "file.cc:12", or nothing.
  std::string Text() const {
    if (line_ == 0) return "";
    const std::string file(file_);
    return file.substr(file.starts_with("./") ? 2 : 0) + ":" + std::to_string(line_);
  }
  // One file may have several names, by address, where several translation units include it.
  friend constexpr bool operator==(const Site&, const Site&) = default;

 private:
  constexpr Site(const char* file, std::uint32_t line) : file_(file), line_(line) {}
  const char* file_ = "";
  std::uint32_t line_ = 0;
};

// Values travel as the bits of their declared type, zero-extended to 64.
using Bits = std::uint64_t;

// A read-modify-write in the declared width and signedness.
struct Modify {
  const char* name;  // as printed: "fetch_max"
  Bits (*result)(Bits old, Bits operand);
  bool more = false;  // its fiber changes more than the location, once it goes on
};

// A read-modify-write that only writes if what it read satisfies a condition.
struct Conditional {
  const char* name;  // as printed: "cas"
  bool (*when)(Bits old, Bits operand);
  bool weak;  // it may fail although the condition holds
};

// What a wait waits for: the class of a value, from 0, or -1 if it is not waited for. `context` is
// what `classify` gets, usually the user's predicate. `bytes` is the context's size if copying its
// bytes copies it, else 0. With `by_class`, the class is all that the program learns.
struct Predicate {
  int (*classify)(const void* context, Bits value);
  const void* context;
  std::uint32_t bytes = 0;
  bool by_class = false;
  bool operator()(Bits value) const { return classify(context, value) >= 0; }
};

// A shared object as it is named and printed. `name` may be null; strings live as long as the
// program (literals).
struct Label {
  const char* name;
  std::string (*print)(Bits value);
};

}  // namespace sim

#endif  // SIM_ENGINE_OP_H_
