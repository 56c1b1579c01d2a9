// What makes events, rf and co an execution: the paper's conditions before any axiom.
#include <algorithm>
#include <string>
#include <vector>

#include "tests/axioms/axioms.h"

namespace axioms {
namespace {

bool IsWrite(const Event& e) { return e.kind == Kind::kWrite || e.kind == Kind::kInit; }
bool IsAccess(const Event& e) { return IsWrite(e) || e.kind == Kind::kRead; }

class Check {
 public:
  explicit Check(const Execution& execution) : x_(execution) {
    for (int i = 0; i < x_.size(); ++i) Look(i);
    CheckCo();
  }
  const std::string& why() const { return why_; }

 private:
  void Require(bool holds, int event, const char* sentence) {
    if (!holds && why_.empty()) why_ = "event " + std::to_string(event) + ": " + sentence;
  }

  // The next or the last event of the same fiber; -1 if there is none.
  int Neighbour(int i, int step) const {
    int other = i + step;
    while (other >= 0 && other < x_.size() && x_.event(other).fiber != x_.event(i).fiber) {
      other += step;
    }
    return other == x_.size() ? -1 : other;
  }

  void Look(int i) {
    const Event& e = x_.event(i);
    const int before = Neighbour(i, -1);
    const int after = Neighbour(i, +1);
    const bool init = e.kind == Kind::kInit;
    Require(init == (e.fiber < 0), i, "an initial write, and nothing else, is in no fiber");
    Require(!IsAccess(e) || (e.location >= 0 && e.location < static_cast<int>(x_.co.size())), i,
            "an access has a location");
    Require(init || (before < 0) == (e.kind == Kind::kStart), i, "a fiber begins with its start");
    Require(init || e.kind != Kind::kEnd || after < 0, i, "a fiber's end is its last event");
    Require((e.rf >= 0) == (e.kind == Kind::kRead), i, "a read, and nothing else, has a source");
    if (e.kind == Kind::kRead) CheckSource(i);
    if (e.update) CheckUpdate(i, e.kind == Kind::kRead ? after : before);
    if (e.kind == Kind::kCreate) CheckOther(i, Kind::kStart);
    if (e.kind == Kind::kJoin) CheckOther(i, Kind::kEnd);
  }

  void CheckSource(int i) {
    const Event& e = x_.event(i);
    Require(e.rf >= 0 && e.rf < x_.size(), i, "the source exists");
    if (e.rf < 0 || e.rf >= x_.size()) return;
    const Event& source = x_.event(e.rf);
    Require(IsWrite(source), i, "the source is a write");
    Require(source.location == e.location, i, "the source is of the same location");
    Require(!e.value || !source.value || *e.value == *source.value, i, "what is read was written");
  }

  void CheckUpdate(int i, int half) {
    Require(half >= 0, i, "an update has two halves");
    if (half < 0) return;
    const Event& e = x_.event(i);
    const Event& other = x_.event(half);
    const bool halves = (e.kind == Kind::kRead && other.kind == Kind::kWrite) ||
                        (e.kind == Kind::kWrite && other.kind == Kind::kRead);
    Require(halves && other.update, i, "the halves of an update are neighbours");
    Require(other.location == e.location, i, "an update is of one location");
    Require(e.mode != Mode::kPlain, i, "an update is atomic");
  }

  void CheckOther(int i, Kind kind) {
    const Event& e = x_.event(i);
    const auto found = std::count_if(x_.events.begin(), x_.events.end(), [&](const Event& o) {
      return o.kind == kind && o.fiber == e.other;
    });
    const auto same = std::count_if(x_.events.begin(), x_.events.end(), [&](const Event& o) {
      return o.kind == e.kind && o.other == e.other;
    });
    // Who is created may never come to start.
    Require(found == 1 || (found == 0 && kind == Kind::kStart), i, "a fiber is joined at its end");
    Require(same == 1, i, "a fiber is created and joined once");
  }

  void CheckCo() {
    std::vector<int> times(x_.events.size());
    for (int location = 0; location < static_cast<int>(x_.co.size()); ++location) {
      const std::vector<int>& writes = x_.co[static_cast<std::size_t>(location)];
      Require(!writes.empty(), location, "a location has an initial write");
      for (std::size_t place = 0; place < writes.size(); ++place) {
        const int i = writes[place];
        Require(i >= 0 && i < x_.size(), i, "coherence order has existing events");
        if (!why_.empty()) return;
        const Event& e = x_.event(i);
        Require(IsWrite(e) && e.location == location, i,
                "coherence order has the writes of the location");
        Require((e.kind == Kind::kInit) == (place == 0), i,
                "the initial write comes first in coherence order");
        ++times[static_cast<std::size_t>(i)];
      }
    }
    for (int i = 0; i < x_.size(); ++i) {
      Require(times[static_cast<std::size_t>(i)] == (IsWrite(x_.event(i)) ? 1 : 0), i,
              "coherence order has each write once");
    }
  }

  const Execution& x_;
  std::string why_;
};

}  // namespace

std::string WhyMalformed(const Execution& execution) { return Check(execution).why(); }

}  // namespace axioms
