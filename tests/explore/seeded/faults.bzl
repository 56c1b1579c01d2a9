"""Known faults of the exhaustive search, each of which a judge must find."""

# name: (file of sim/explore, the text that is replaced, what replaces it)
FAULTS = {
    # An await's class is not compared where it is asked what it would take first.
    "canonical_pick": (
        "maximal.cc",
        "request.Class(g_.event(co_[p]).value) == c",
        "request.Class(g_.event(co_[p]).value) >= 0",
    ),
    # What was dropped need not have been added maximally.
    "not_maximal": ("maximal.cc", "if (!e.added_max) return false;", ""),
    # The write of an update whose read was revisited revisits nothing.
    "update_not_finished": (
        "exhaustive.cc",
        "return Consistent() && (!writes || Settle(own));",
        "return Consistent();",
    ),
    # An older write stands for a newer one although it orders more.
    "containment_left_out": (
        "alternatives.cc",
        'GiveUpClasses("a write of an awaited location orders less',
        '(void)("',
    ),
    # What a read may take is decided with what it synchronises with already.
    "own_synchronisation": (
        "alternatives.cc",
        "const View& before = g.HbBefore(e.fiber, e.pos);",
        "const View& before = g.hb(read);",
    ),
    # Other places of a write come after its revisits.
    "places_after_revisits": (
        "alternatives.cc",
        "  if (!w.exclusive) {\n    PlaceAlternatives(write);",
        "  if (!w.exclusive) {\n    WriteRevisits(write);\n" +
        "    return PlaceAlternatives(write);",
    ),
    # A read that was revisited forgets that its source came later.
    "later_source_forgotten": (
        "maximal.cc",
        "if (e.is_read() && e.rf > id && !Kept(e.rf, read)) return false;",
        "",
    ),
    # Each place of a write counts again.
    "places_counted_twice": ("maximal.cc", "!Kept(co_[write_.newer], read)", "false"),
    # Of two updates that take the same write, only one order is tried.
    "conflict_left_out": (
        "alternatives.cc",
        "        ConflictRevisits({",
        "        if (false) ConflictRevisits({",
    ),
}
