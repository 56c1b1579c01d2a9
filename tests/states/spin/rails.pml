/* The rails of ../rails.cc for Spin, state for state and transition for transition: an access to a
   shared cell is one transition, and control belongs to the access before it.

   -DRAILS=..., -DN=... transfers (at most 155), -DFAILURE=0 or 1 (of rail 0). A fiber that
   sees the failure rests where it saw it, as fibers remember all that they read; the places are
   end states, and to stand still anywhere else is a deadlock. */

#define FAILED 255  /* more than any count of transfers */
#define COPY (2 * r + (c - 1) % 2)

#if FAILURE
#define HOLDS(count) (count[r] != FAILED)
#define OR_FAILED(count) :: !HOLDS(count) -> end_##count: false
#else
#define HOLDS(count) true
#define OR_FAILED(count)
#endif
#define REACHED(count, goal) (count[r] >= goal && HOLDS(count))

#define AWAIT(count, goal) \
  if \
  :: REACHED(count, goal) \
  OR_FAILED(count) \
  fi

#define ADVANCE(count) \
  if \
  :: d_step { HOLDS(count) -> count[r] = c } \
  OR_FAILED(count) \
  fi

/* The last access of a turn of the loop: the next turn is up to it. */
#define ADVANCE_AND_TURN(count) \
  if \
  :: d_step { HOLDS(count) && c < N -> count[r] = c; c++ } \
  :: d_step { HOLDS(count) && c == N -> count[r] = c }; break \
  OR_FAILED(count) \
  fi

byte ready[RAILS], sent[RAILS], arrived[RAILS], taken[RAILS];
byte outbound[2 * RAILS], inbound[2 * RAILS];

active [RAILS] proctype Sender() {
  byte r = _pid, c = 1;
  do
  :: if
     :: d_step { c <= 2 -> outbound[COPY] = 100 + c }
     :: c > 2 && REACHED(sent, c - 2) ->
        AWAIT(taken, c - 2);
        outbound[COPY] = 100 + c
#if FAILURE
     :: c > 2 && !HOLDS(sent) -> end_sent: false
#endif
     fi;
     ADVANCE_AND_TURN(ready)
  od;
end: false
}

active [RAILS] proctype Rail() {
  byte r = _pid - RAILS, c = 1, data;
  do
  :: AWAIT(ready, c);
     data = outbound[COPY];
     inbound[COPY] = data;
     ADVANCE(arrived);
     ADVANCE_AND_TURN(sent)
  od;
end: false
}

active [RAILS] proctype Receiver() {
  byte r = _pid - 2 * RAILS, c = 1;
  do
  :: AWAIT(arrived, c);
     assert(inbound[COPY] == 100 + c);
     ADVANCE_AND_TURN(taken)
  od;
end: false
}

#if FAILURE
active proctype Failure() {
  ready[0] = FAILED;
  sent[0] = FAILED;
  arrived[0] = FAILED;
  taken[0] = FAILED;
end: false
}
#endif
