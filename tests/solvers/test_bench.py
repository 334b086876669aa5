"""The benchmark calls kernels as they are."""

from tests import bench


def test_bench__calls_the_race_kernel_as_it_is() -> None:
    assert bench.race_kernel(9)() == 0.0
    assert bench.race_certificate(9)() <= 1e-14  # type: ignore[operator]
