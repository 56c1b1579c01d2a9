#include "scenarios/rail_bodies.h"

#include <optional>
#include <vector>

#include "model/traffic.h"
#include "protocol/count.h"

namespace scenarios {

using model::Bug;
using model::Habits;
using model::Load;
using model::Plan;
using model::SimPolicy;
using model::Traffic;
using model::Work;
using model::World;
using protocol::CountOf;

Load LoadOf(const Shape& shape) {
  constexpr std::int64_t kLengths[] = {1, 255, 256, 257};
  Load load{.transfers = std::vector<protocol::Transfer>(shape.n),
            .runs = shape.runs,
            .whole_runs = shape.overlap};
  const auto gap = static_cast<std::int64_t>(shape.gap);
  std::int64_t src = 0;
  for (protocol::Transfer& transfer : load.transfers) {
    transfer.length = static_cast<std::int64_t>(shape.length);
    if (shape.length == 0) transfer.length = kLengths[sim::choose(4)];
    transfer.src = src;
    src += shape.overlap ? (transfer.length + 1) / 2 : transfer.length + gap;
  }
  // The first lands last, and none where it came from.
  std::int64_t dst = 2;
  for (auto transfer = load.transfers.rbegin(); transfer != load.transfers.rend(); ++transfer) {
    transfer->dst = dst;
    dst += shape.overlap ? (transfer->length + 1) / 2 : transfer->length + gap;
  }
  return load;
}

void TwoDirections(const Plan& plan, const Habits& habits, Bug bug) {
  World world(plan, bug);
  const auto under_way = [&world](int direction) {
    const std::uint64_t arrived = world.receiver(direction).counts.arrived.newest();
    return 0 < arrived && arrived < world.load(direction).last();
  };
  world.receiver(0).counts.arrived.watch(
      [&under_way](std::uint64_t, std::uint64_t) {
        if (under_way(0) && under_way(1)) sim::reached("both directions are under way");
      },
      world.monitor().state());
  {
    Traffic there(world, 0, habits);
    Traffic back(world, 1, habits);
    const std::vector<sim::fiber> failures = Failures(world);
  }
  world.AtEnd();
}

void ReplyThroughTheRail(const Plan& plan, const Habits& habits, Bug bug) {
  World world(plan, bug);
  Work there(world, 0, habits);
  Work back(world, 1);
  {
    sim::fiber rail = CarryOn(world, 0);
    sim::fiber rail_back = CarryOn(world, 1);
    sim::fiber a("A", [&] {
      for (std::uint64_t run = 0; run < there.load().runs; ++run) {
        if (run >= 2) {
          if (habits.orders_inbound) back.WaitArrived(run - 1);  // the reply to run - 2
          there.WaitSent(protocol::ReadBefore(run, there.n()));
        }
        for (std::uint64_t j = 0; j < there.n(); ++j) {
          there.Place(CountOf(run, j, there.n()));
          there.Ready(CountOf(run, j, there.n()));
        }
      }
    });
    sim::fiber b("B", [&] {
      for (std::uint64_t run = 0; run < there.load().runs; ++run) {
        there.WaitArrived(CountOf(run, there.n() - 1, there.n()));
        there.Use(there.ReadRun(run));
        if (run + 2 >= there.load().runs) continue;  // nobody waits for it
        if (run >= 2) back.WaitSent(run - 1);
        back.Place(run + 1);
        back.Ready(run + 1);
      }
    });
  }
  world.AtEnd();
}

void JumpingReady(const Plan& plan, const Habits& habits, Bug bug) {
  World world(plan, bug);
  Work work(world, 0, habits);
  {
    sim::fiber rail = CarryOn(world, 0);
    sim::fiber sender("sender", [&] {
      const bool over_runs = sim::choose(2) == 0;
      const std::uint64_t last = work.load().last();
      for (std::uint64_t c = 1; c <= last; ++c) {
        work.Place(c);
        if (over_runs ? c == last : c % work.n() == 0) work.Ready(c);
      }
      if (over_runs) sim::reached("ready jumps over a run");
      if (!over_runs && work.n() > 1) sim::reached("ready jumps over a transfer");
    });
    sim::fiber receiver("receiver", [&] { work.Receive(); });
  }
  world.AtEnd();
}

void ManyCallers(const Plan& plan, std::uint64_t callers, Bug bug) {
  World world(plan, bug);
  Work work(world, 0);
  for (std::uint64_t c = 1; c <= 2; ++c) work.Place(c);
  {
    sim::fiber rail = CarryOn(world, 0);
    bool one_is_back = false;
    sim::fiber ahead("ahead", [&] {
      work.Ready(2);
      if (!one_is_back) sim::reached("ready(2) returns before ready(1)");
    });
    sim::fiber behind("behind", [&] {
      work.Ready(1);
      one_is_back = true;
    });
    std::optional<sim::fiber> again;
    if (callers > 2) {
      again.emplace("again", [&] {
        work.Ready(1);
        work.Ready(2);
      });
    }
    sim::fiber receiver("receiver", [&] { work.Receive(); });
  }
  world.AtEnd();
}

void MidRunWait(const Plan& plan, Bug bug) {
  World world(plan, bug);
  Work there(world, 0);
  Work back(world, 1);
  {
    sim::fiber rail = CarryOn(world, 0);
    sim::fiber rail_back = CarryOn(world, 1);
    sim::fiber a("A", [&] {
      for (std::uint64_t run = 0; run < there.load().runs; ++run) {
        const std::uint64_t first = CountOf(run, 0, 2);
        there.Place(first);
        there.Ready(first);
        there.WaitSent(first);
        back.WaitArrived(run + 1);
        back.Use(back.Read(run + 1));
        sim::reached("a reply comes in the middle of a run");
        there.Place(first + 1);
        there.Ready(first + 1);
      }
    });
    sim::fiber b("B", [&] {
      for (std::uint64_t run = 0; run < there.load().runs; ++run) {
        const std::uint64_t first = CountOf(run, 0, 2);
        there.WaitArrived(first);
        there.Use(there.Read(first));
        back.Place(run + 1);
        back.Ready(run + 1);
        there.WaitArrived(first + 1);
        there.Use(there.Read(first + 1));
      }
    });
  }
  world.AtEnd();
}

void GpuFollowedByHost(const Plan& plan, Bug bug) {
  World world(plan, bug);
  Work work(world, 0);
  SimPolicy::atomic<std::uint64_t> point(0, "point");
  const std::uint64_t last = work.load().last();
  {
    sim::fiber rail = CarryOn(world, 0);
    sim::fiber gpu("gpu", [&] {
      for (std::uint64_t c = 1; c <= last; ++c) {
        const protocol::CountName name = protocol::NameOf(c, work.n());
        if (name.transfer == 0 && !work.WaitForRoom(name.run)) return;
        work.Place(c);
        point.store(c, std::memory_order_release);
      }
    });
    sim::fiber host("host", [&] {
      for (std::uint64_t c = 0; c < last;) {
        const auto further = [c](std::uint64_t p) { return p > c; };
        const std::uint64_t p = SimPolicy::Await(point, further, std::memory_order_acquire);
        if (p > c + 1) sim::reached("the device is ahead of the host");
        c = p;
        work.Ready(c);
      }
    });
    sim::fiber receiver("receiver", [&] { work.Receive(); });
  }
  world.AtEnd();
}

}  // namespace scenarios
