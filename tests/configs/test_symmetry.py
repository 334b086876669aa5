"""Representatives and mirrors, against counting all cases."""

from itertools import permutations, product

from hypothesis import given, settings
from hypothesis import strategies as st

from configs import symmetry
from configs.symmetry import Groups


@st.composite
def grids(draw: st.DrawFn) -> tuple[tuple[int, ...], Groups]:
    """A shape, and disjoint groups of axes that have the same size."""
    order = draw(st.permutations(range(draw(st.integers(1, 5)))))
    shape = [draw(st.integers(1, 3)) for _ in order]
    groups, start = [], 0
    while start < len(order):
        length = draw(st.integers(1, 3))
        group = tuple(sorted(order[start : start + length]))
        start += length
        if len(group) > 1:
            groups.append(group)
            for axis in group:
                shape[axis] = shape[group[0]]
    return tuple(shape), groups


@settings(deadline=None)
@given(grids())
def test_mirrors__split_the_cases(grid: tuple[tuple[int, ...], Groups]) -> None:
    shape, groups = grid
    cases = list(product(*map(range, shape)))
    solved = list(symmetry.representatives(shape, groups))
    assert solved == [case for case in cases if symmetry.representative(case, groups) == case]
    assert sorted(case for own in solved for case in symmetry.mirrors(own, groups)) == cases


@settings(deadline=None)
@given(grids())
def test_mirrors__share_their_representative(grid: tuple[tuple[int, ...], Groups]) -> None:
    shape, groups = grid
    for case in product(*map(range, shape)):
        together = symmetry.mirrors(case, groups)
        assert case in together
        assert {symmetry.representative(mirror, groups) for mirror in together} == {
            symmetry.representative(case, groups)
        }
        assert {symmetry.mirrors(mirror, groups) for mirror in together} == {together}


@settings(deadline=None)
@given(grids())
def test_solved_for__is_the_representative_of_each(grid: tuple[tuple[int, ...], Groups]) -> None:
    shape, groups = grid
    cases = list(product(*map(range, shape)))
    solved = [cases[number] for number in symmetry.solved_for(shape, groups)]
    assert solved == [symmetry.representative(case, groups) for case in cases]


def test_sources__lead_to_the_positions_of_the_case() -> None:
    group = (1, 2, 4)
    for positions in [*permutations((3, 5, 9)), *permutations((3, 3, 9)), (7, 7, 7)]:
        case = (0, positions[0], positions[1], 0, positions[2])
        solved = symmetry.representative(case, [group])
        assert [solved[source] for source in symmetry.sources(case, group)] == list(positions)


def test_sources__exchange_nothing_between_equals() -> None:
    assert symmetry.sources((5, 5), (0, 1)) == (0, 1)
