// Who touches what: what a reduction of the states' search stands on.
#ifndef SIM_STATES_ACCESSES_H_
#define SIM_STATES_ACCESSES_H_

#include <cstdint>
#include <vector>

#include "sim/engine/stepper.h"
#include "sim/states/bytes.h"
#include "sim/states/parts.h"

namespace sim {

// For each object (a location or an area) the fibers that may ever read it and that may ever write
// it, in any state. Nobody declares that; it is learned from the states that a search visits, and
// a search that relied on it while it grew is to be done again. That is enough: if a fiber of a
// state that was left out touched something new, then a state that was visited would show it (the
// steps before it that touch nothing new commute with those that the search took instead, so that
// the search comes to the same next step of that fiber).
//
// Besides its action a step may look at other locations (a monitor's condition, newest()), and end
// objects: "hidden" accesses, known only when the fiber has gone on.
//
// Thread safety: none.
class Accesses {
 public:
  using Fibers = std::uint32_t;  // a set of them, one bit each

  explicit Accesses(bool limited_faults) : limited_faults_(limited_faults) {}

  // `fiber` stands before this action.
  void Arrive(int fiber, const Action& action);
  // In a step of `fiber`, besides its action.
  void Hidden(int fiber, std::uint32_t object, bool area, bool writes);
  // A step from `site` led its fiber, or one that it let go on, back to a state of its own.
  void ComeBack(Site site);
  // Something that steps depend on cannot be told; `why` is a literal.
  void CannotTell(const char* why);
  // Takes in what another search learned.
  void Merge(const Accesses& other);
  void Write(ByteWriter& out) const;
  static Accesses Read(ByteReader& in);

  // Whether anything was learned since Settle.
  bool grown() const { return grown_; }
  // Whether anything but actions was.
  bool grown_apart() const { return grown_apart_; }
  void Settle() { grown_ = grown_apart_ = false; }
  // Null if all can be told.
  const char* why_not() const { return why_not_; }
  bool comes_back() const { return !back_.empty(); }

  // The others who may ever do what does not commute with this step of `fiber`, which can be taken.
  Fibers Conflicting(int fiber, const Action& action, const states::Turn& turn) const;
  // Those without whom the action, which cannot be taken, cannot become possible.
  Fibers Waking(const Action& action, const states::Turn& turn) const;
  bool MayComeBack(Site site) const;
  // Whether a step of f and one of g lead to the same state in both orders.
  bool Commute(int f, const Action& of_f, int g, const Action& of_g) const;

 private:
  struct Touched {
    Fibers readers = 0;
    Fibers writers = 0;
  };
  struct Access {
    int fiber;
    std::uint32_t object;
    bool area;
    bool writes;
    friend bool operator==(const Access&, const Access&) = default;
  };
  // Whether the two, of different fibers, commute.
  static bool Apart(const Access& a, const Access& b) {
    return a.object != b.object || a.area != b.area || !(a.writes || b.writes);
  }
  Touched& At(std::uint32_t object, bool area);
  const Touched* Find(std::uint32_t object, bool area) const;
  bool HiddenCommute(int f, int g, const Action& of_g) const;
  Fibers Others(std::uint32_t object, bool area, bool writes) const;
  void Add(Fibers& fibers, Fibers more);

  bool limited_faults_;  // one that strikes may hinder another
  std::vector<Touched> cells_;
  std::vector<Touched> areas_;
  std::vector<Access> hidden_;
  std::vector<Site> back_;
  Fibers faults_ = 0;  // who has any
  const char* why_not_ = nullptr;
  bool grown_ = false;
  bool grown_apart_ = false;
};

}  // namespace sim

#endif  // SIM_STATES_ACCESSES_H_
