"""Bivalue universal graves, against a plain transcription of their definition."""


def grave(position):
    """(bug digits by cell, all bug digits, common cells in order), or None where there is no grave."""
    candidates = position.candidates
    rest = [set(digits) for digits in candidates]
    bugs, common = {}, []
    for house in position.BOXES + position.ROWS + position.COLUMNS:
        for digit in range(1, 10):
            places = position.places(house, digit)
            if len(places) in (0, 2):
                continue
            holders = [c for c in places if len(candidates[c]) >= 3]
            if not holders:
                return None
            if len(holders) > 1:
                continue
            bugs.setdefault(holders[0], set()).add(digit)
            rest[holders[0]].discard(digit)
            common = [c for c in position.peers(next(iter(bugs))) if all(c in position.peers(b) for b in bugs)]
            common = [c for c in common if c not in bugs]
            if len(bugs) >= 2 and len(set().union(*bugs.values())) >= 2 and not common:
                return None
    for cell in range(81):
        if not position.values[cell] and len(rest[cell]) != 2:
            return None
    for house in position.BOXES + position.ROWS + position.COLUMNS:
        for digit in range(1, 10):
            if sum(digit in rest[c] for c in house) not in (0, 2):
                return None
    return (bugs, set().union(*bugs.values()), common) if bugs else None


def hints(position, colex):
    """(rating, type, removals) in the order in which they are used."""
    state = grave(position)
    if not state:
        return
    bugs, digits, common = state
    everything = set(range(1, 10))
    pair = None
    if len(bugs) == 2:
        a, b = bugs
        x = (position.candidates[a] & position.candidates[b]) - digits
        if len(x) == 1 and b in position.peers(a):
            pair = 5.7, 4, position.has([a], everything - x - bugs[a]) | position.has([b], everything - x - bugs[b])
    if len(bugs) == 1:
        yield 5.6, 1, position.has(bugs, everything - digits)
    elif len(digits) == 1:
        gone = position.has(common, digits)
        if gone:
            yield 5.7, 2, gone
        elif pair:
            yield pair
    elif common:
        if pair:
            yield pair
        for house_of in (position.BOXES, position.ROWS, position.COLUMNS):
            house = next(h for h in house_of if next(iter(bugs)) in h)
            if not set(bugs) <= set(house):
                continue
            line = [c for c in common if c in house]
            for size in range(2, 7):
                for chosen in colex(list(range(len(line))), size - 1):
                    cells = [line[k] for k in chosen]
                    union = frozenset().union(*(position.candidates[c] for c in cells))
                    if len(union) == size and digits <= union and all(len(position.candidates[c]) > 1 for c in cells):
                        yield 5.7 + 0.1 * (size - 1), 3, position.has(set(line) - set(cells), union)


def test_finds_exactly_the_graves(positions, removed, first, colex):
    """The hint used is the first of the definition that removes something."""
    types = set()
    for position in positions:
        expected = next((hint for hint in hints(position, colex) if hint[2]), None)
        head = first(position, 19)
        assert (head and (head.rating, head.variant, removed(head))) == expected
        types |= {expected[1]} if expected else set()
    assert types == {1, 2, 3, 4}


def test_a_bug_digit_seen_only_beside_other_large_cells_does_not_count(positions):
    """Two cells with three candidates that share a surplus digit in every house of it make no grave."""
    position = next(p for p in positions if grave(p) and len(grave(p)[0]) == 1)
    (cell,) = grave(position)[0]
    # give a peer in the same box a third candidate as well, in which the box already has two places
    for other in position.peers(cell):
        for digit in grave(position)[1]:
            if len(position.candidates[other]) == 2 and digit not in position.candidates[other]:
                changed = list(position.candidates)
                changed[other] = changed[other] | {digit}
                changed_grid = type(position)(position.values, tuple(changed))
                state = grave(changed_grid)
                assert state is None or other in state[0]
