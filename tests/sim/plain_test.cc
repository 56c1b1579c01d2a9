// Plain data: real memory; two conflicting accesses that nothing orders are a finding, byte by
// byte, in whatever order the fibers happened to run.

#include <array>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/matchers.h"
#include "tests/sim/outcomes.h"

namespace sim {
namespace {

using testing::AllOf;

// What two fibers do to the same eight bytes, which start as zero.
Result Beside(std::function<void(bytes&)> first, std::function<void(bytes&)> second) {
  return Explore(
      [&] {
        bytes area(8, "area");
        fiber a("a", [&] { first(area); });
        fiber b("b", [&] { second(area); });
      },
      Enumerate());
}

std::function<void(bytes&)> Write(std::size_t first, std::size_t count) {
  return [=](bytes& area) {
    const std::array<std::byte, 8> zero{};
    area.write(first, zero.data(), count);
  };
}
std::function<void(bytes&)> Read(std::size_t first, std::size_t count) {
  return [=](bytes& area) {
    std::array<std::byte, 8> to;
    area.read(first, to.data(), count);
  };
}

TEST(Plain, TwoReadsDoNotRace) { EXPECT_THAT(Beside(Read(0, 8), Read(0, 8)), Passes()); }

TEST(Plain, AWriteRacesWithAReadAndWithAWrite) {
  EXPECT_THAT(Beside(Write(0, 8), Read(0, 8)), FailsWith("data race"));
  EXPECT_THAT(Beside(Read(0, 8), Write(0, 8)), FailsWith("data race"));
  EXPECT_THAT(Beside(Write(0, 8), Write(0, 8)), FailsWith("data race"));
}

TEST(Plain, OneByteInCommonIsEnough) {
  EXPECT_THAT(Beside(Write(0, 4), Write(3, 5)), FailsWith("data race"));
  EXPECT_THAT(Beside(Write(3, 5), Write(0, 4)), FailsWith("data race"));
  EXPECT_THAT(Beside(Write(0, 8), Read(5, 1)), FailsWith("data race"));
  EXPECT_THAT(Beside(Read(7, 1), Write(0, 8)), FailsWith("data race"));
}

TEST(Plain, AdjacentRangesDoNotRace) {
  EXPECT_THAT(Beside(Write(0, 4), Write(4, 4)), Passes());
  EXPECT_THAT(Beside(Write(4, 4), Read(0, 4)), Passes());
  EXPECT_THAT(Beside(Write(7, 1), Write(0, 7)), Passes());
  EXPECT_THAT(Beside(Write(3, 1),
                     [](bytes& area) {
                       Write(0, 3)(area);
                       Read(4, 4)(area);
                     }),
              Passes());
}

TEST(Plain, AnEmptyAccessIsNone) {
  EXPECT_THAT(Beside(Write(0, 8), Write(3, 0)), Passes());
  EXPECT_THAT(Beside(Write(0, 8), Read(8, 0)), Passes());
}

TEST(Plain, ACopyReadsItsSourceAndWritesItsTarget) {
  auto program = [](std::function<void(bytes&, bytes&)> beside) {
    return Explore(
        [&] {
          bytes from(8, "from");
          bytes to(8, "to");
          fiber copier("copier", [&] { to.copy(0, from, 4, 4); });
          fiber other("other", [&] { beside(from, to); });
        },
        Enumerate());
  };
  EXPECT_THAT(program([](bytes& from, bytes&) { Read(4, 4)(from); }), Passes());
  EXPECT_THAT(program([](bytes& from, bytes&) { Write(0, 4)(from); }), Passes());
  EXPECT_THAT(program([](bytes&, bytes& to) { Write(4, 4)(to); }), Passes());
  EXPECT_THAT(program([](bytes& from, bytes&) { Write(4, 1)(from); }), FailsWith("data race"));
  EXPECT_THAT(program([](bytes&, bytes& to) { Read(3, 1)(to); }), FailsWith("data race"));
}

TEST(Plain, BytesAreRealMemory) {
  EXPECT_THAT(Explore(
                  [] {
                    bytes a(6), b(6);
                    char text[6];
                    a.read(0, text, 6);
                    check(std::memcmp(text, "\0\0\0\0\0\0", 6) == 0, "zero at first");
                    check(a.size() == 6, "its size");
                    a.write(1, "hello", 5);
                    b.copy(0, a, 1, 5);
                    b.copy(2, b, 0, 3);  // overlapping
                    b.read(0, text, 6);
                    check(std::memcmp(text, "hehel\0", 6) == 0, "copied");
                    check(static_cast<char>(b.peek()[4]) == 'l', "peeked");
                  },
                  Enumerate()),
              Passes());
}

TEST(Plain, ARaceIsFoundHoweverTheFibersRun) {
  // b looks long after a wrote, in the only order that is tried here; nothing orders the two.
  EXPECT_THAT(Explore(
                  [] {
                    plain<int> data(0, "data");
                    atomic<int> done(0);
                    fiber a("a", [&] {
                      data.set(1);
                      done.store(1, std::memory_order_relaxed);
                    });
                    fiber b("b", [&] {
                      done.await([](int v) { return v == 1; }, std::memory_order_relaxed);
                      data.get();
                    });
                  },
                  Enumerate({.executions = 1})),
              FailsWith("data race"));
}

TEST(Plain, TheSentenceNamesBothFibersAndTheBytes) {
  EXPECT_THAT(
      Beside(Write(2, 3), Read(4, 4)),
      testing::AnyOf(Saying("b reads area[4..8) while a writes it: nothing orders the two"),
                     Saying("a writes area[2..5) while b reads it: nothing orders the two")));
  EXPECT_THAT(Explore(
                  [] {
                    plain<int> page(0, "page");
                    fiber a("a", [&] { page.set(1); });
                    page.set(2);
                  },
                  Enumerate({.executions = 1})),
              testing::AnyOf(Saying("a writes page while main writes it"),
                             Saying("main writes page while a writes it")));
}

TEST(Plain, AnAccessBeforeASpawnIsOrderedAndOneAfterIsNot) {
  auto program = [](bool before) {
    return Explore(
        [before] {
          plain<int> data(0, "data");
          if (before) data.set(1);
          fiber a("a", [&] { data.get(); });
          if (!before) data.set(1);
        },
        Enumerate());
  };
  EXPECT_THAT(program(true), Passes());
  EXPECT_THAT(program(false), FailsWith("data race"));
}

// The access lies between two releases: only the second publishes it.
TEST(Plain, ARaceIsExactToTheStep) {
  auto program = [](int wanted) {
    return Explore(
        [wanted] {
          plain<int> data(0, "data");
          atomic<int> count(0, "count");
          fiber a("a", [&] {
            count.store(1, std::memory_order_release);
            data.set(1);
            count.store(2, std::memory_order_release);
          });
          if (count.load(std::memory_order_acquire) == wanted) data.get();
        },
        Enumerate());
  };
  EXPECT_THAT(program(1), FailsWith("data race"));
  EXPECT_THAT(program(2), Passes());
}

TEST(Plain, ReadersOfManyFibersAllCountAgainstAWrite) {
  EXPECT_THAT(Explore(
                  [] {
                    plain<int> data(0, "data");
                    atomic<int> readers(0);
                    auto read = [&](std::memory_order order) {
                      data.get();
                      readers.fetch_add(1, order);
                    };
                    fiber a("a", [&] { read(std::memory_order_acq_rel); });
                    fiber b("b", [&] { read(std::memory_order_relaxed); });
                    fiber c("c", [&] { read(std::memory_order_acq_rel); });
                    readers.await([](int v) { return v == 3; }, std::memory_order_acquire);
                    data.set(1);
                  },
                  Enumerate()),
              AllOf(FailsWith("data race"), Saying("main writes data while b reads it")));
}

TEST(Plain, LargeTypesAreCheckedToo) {
  struct Large {
    std::array<std::uint64_t, 4> words;
  };
  EXPECT_THAT(Explore(
                  [] {
                    plain<Large> data({}, "data");
                    fiber a("a", [&] { data.set({{1, 2, 3, 4}}); });
                    a.join();
                    check(data.get().words[3] == 4, "kept whole");
                  },
                  Enumerate()),
              Passes());
  EXPECT_THAT(Explore(
                  [] {
                    plain<Large> data({}, "data");
                    fiber a("a", [&] { data.set({{1, 2, 3, 4}}); });
                    data.get();
                  },
                  Enumerate()),
              FailsWith("data race"));
}

}  // namespace
}  // namespace sim
