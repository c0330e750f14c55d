"""Unique rectangles and loops, against a plain transcription of their definition."""


def houses_of(position):
    """For each cell its box, row and column, as (kind, number)."""
    return [((0, c // 27 * 3 + c % 9 // 3), (1, c // 9), (2, c % 9)) for c in range(81)]


def cells_of(position, house):
    return (position.BOXES, position.ROWS, position.COLUMNS)[house[0]][house[1]]


def loops(position, sticky=True):
    """(pair, path) of every recorded path; without *sticky*, rejected siblings leave no extra digits behind."""
    homes = houses_of(position)
    candidates = position.candidates

    def extend(pair, path, kind, extra, allowance):
        for house in homes[path[-1]]:
            if house[0] == kind:
                continue
            for cell in cells_of(position, house):
                if cell == path[0]:
                    if len(path) >= 4:
                        yield pair, tuple(path)
                elif cell not in path and pair <= candidates[cell]:
                    more = extra | (candidates[cell] - pair)
                    if sticky:
                        extra = more
                    more_cells = len(candidates[cell]) > 2
                    if not more_cells or len(more) == 1 or allowance > 0:
                        yield from extend(pair, [*path, cell], house[0], more, allowance - more_cells)

    for start in range(81):
        if len(candidates[start]) == 2:
            yield from extend(candidates[start], [start], None, frozenset(), 2)


def valid(position, path):
    homes = houses_of(position)
    colours = [[house for cell in path[parity::2] for house in homes[cell]] for parity in (0, 1)]
    return all(len(set(c)) == len(c) for c in colours) and set(colours[0]) == set(colours[1])


def hints(position, colex, sticky=True):
    """(rating, type, removals), each once, in the order in which they are used."""
    found = []
    candidates = position.candidates
    homes = houses_of(position)
    for pair, path in loops(position, sticky):
        if not valid(position, path):
            continue
        base = {4: 4.5, 6: 4.6, 8: 4.7}.get(len(path), 5.0)
        more = [c for c in path if len(candidates[c]) > 2]
        if not more:
            continue
        digits = frozenset().union(*(candidates[c] for c in more)) - pair
        if len(more) == 1:
            found.append((base, 1, position.has(more, pair)))
            continue
        if len(more) > 2 or len(digits) == 1:
            seen = set.intersection(*(set(position.peers(c)) for c in more))
            found.append((base, 2, position.has(seen, digits)))
        if len(more) > 2:
            continue
        c1, c2 = more
        shared = [house for house in homes[c1] if house in homes[c2]]
        if len(digits) >= 2:
            for size in range(len(digits), 8):
                for house in shared:
                    cells = cells_of(position, house)
                    empty = position.empty(cells)
                    found += naked(position, colex, cells, empty, c1, c2, digits, size, base)
                    found += hidden(position, colex, cells, empty, c1, c2, digits, pair, size, base)
        v1, v2 = sorted(pair)
        kept = {}
        for house in shared:
            for v in (v1, v2):
                if set(position.places(cells_of(position, house), v)) <= {c1, c2}:
                    kept[v] = house
        if v1 in kept:
            found.append((base, 4, position.has(more, [v2])))
        elif v2 in kept:
            found.append((base, 4, position.has(more, [v1])))
    worth = [hint for hint in dict.fromkeys(found) if hint[2]]
    return sorted(worth, key=lambda hint: hint[:2])


def naked(position, colex, cells, empty, c1, c2, extra, size, base):
    if 2 * size > empty:
        return
    for chosen in colex(list(range(9)), size):
        chosen = [cells[k] for k in chosen]
        if c1 not in chosen or c2 in chosen:
            continue
        others = [c for c in chosen if c != c1]
        union = frozenset(extra).union(*(position.candidates[c] for c in others))
        if len(union) == size and all(len(position.candidates[c]) >= 2 for c in others):
            yield base + 0.1 * (size - 1), 3, position.has(set(cells) - {*others, c1, c2}, union)


def hidden(position, colex, cells, empty, c1, c2, extra, pair, size, base):
    rest = sorted(set(range(1, 10)) - pair - extra)
    if 2 * size >= empty or not rest or len(rest) < size - 2:
        return
    for chosen in colex(rest, size - 2):
        digits = pair | set(chosen)
        places = [set(position.places(cells, d)) - {c2} for d in digits]
        union = set().union(*places)
        if all(places) and len(union) == size:
            yield base + 0.1 * (size - 2), 3, position.has(union - {c1}, set(range(1, 10)) - digits)


def test_finds_exactly_the_loops(positions, found, removed, first, colex):
    """All hints are those of the definition, and the one used is the lowest rating, then type, then first found."""
    types = set()
    for position in positions[:-3]:
        expected = hints(position, colex)
        assert {(h.rating, h.variant, removed(h)) for h in found(position, 15)} == set(expected)
        head = first(position, 15)
        assert (head and (head.rating, head.variant, removed(head))) == (expected[0] if expected else None)
        types |= {hint[:2] for hint in expected}
    assert {t for _, t in types} == {1, 2, 3, 4}
    assert {4.5, 4.6, 4.7} <= {rating for rating, _ in types}


def test_extra_digits_of_rejected_siblings_stay(positions, found, removed, colex):
    """Two cells with the pair and another digit, looked at before the loop goes on, hide a loop of 3 extra cells."""
    digits = [frozenset(range(3, 10))] * 81
    for row, column in ((6, 3), (7, 3), (7, 2)):
        digits[9 * row + column - 10] = frozenset({1, 2})
    for row, column in ((6, 1), (2, 1), (2, 2)):
        digits[9 * row + column - 10] = frozenset({1, 2, 9})
    for row, column in ((1, 2), (4, 1)):
        digits[9 * row + column - 10] = frozenset({1, 2, 8})
    position = type(positions[0])(bytes(81), tuple(digits))
    expected = set(hints(position, colex))
    assert expected < set(hints(position, colex, sticky=False))
    assert {(h.rating, h.variant, removed(h)) for h in found(position, 15)} == expected


def test_hidden_set_adds_one_tenth_less_than_a_naked_one(positions, colex):
    """A hidden pair with the loop's digits adds nothing, a naked pair one tenth."""
    ratings = {hint[0] for p in positions[:-3] for hint in hints(p, colex) if hint[1] == 3}
    assert 4.5 in ratings
    assert 4.5 + 0.1 in ratings
