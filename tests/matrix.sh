#!/usr/bin/env bash
# The quick tests on every Python that pyproject.toml allows, with the lock files, and once on the oldest of them with
# the oldest dependencies that pyproject.toml allows. Each has a virtual environment of its own in .matrix/.
#
#   tests/matrix.sh [3.11 | 3.12 | 3.13 | 3.14 | oldest]...        all of them by default
#
# A Python that is missing, or whose tests fail, is named at the end, and the exit code is 1.
set -uo pipefail
cd "$(dirname "$0")/.."
. tests/pythons.sh

OLDEST=${SUPPORTED[0]}
RUNS=("$@")
[ ${#RUNS[@]} -gt 0 ] || RUNS=("${SUPPORTED[@]}" oldest)

# The oldest versions of what pyproject.toml names, with whatever fits them of the rest. Needs uv, which is looked for on
# the path and else installed into the environment.
pin_oldest() {
    local uv=uv
    if ! command -v uv >/dev/null; then
        "$1/bin/python" -m pip install --quiet --disable-pip-version-check uv || return
        uv=$1/bin/uv
    fi
    "$uv" pip compile --quiet --resolution lowest-direct --python-version "$OLDEST" --no-emit-index-url --no-annotate \
        --no-header --extra build --extra all --extra dev pyproject.toml -o "$1/oldest.txt"
}

# Set an environment up, unless that has been done with these files, and run the tests in it.
run() {
    local name=$1 python=$2 home=.matrix/$1
    local install=("$home/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps)
    if [ ! "$home/stamp" -nt pyproject.toml ] || [ ! "$home/stamp" -nt requirements-dev.txt ]; then
        rm -rf "$home"
        "$python" -m venv "$home" || return
        if [ "$name" = oldest ]; then
            pin_oldest "$home" && "${install[@]}" -r "$home/oldest.txt" || return
        else
            "${install[@]}" --require-hashes -r requirements.txt || return
            "${install[@]}" --require-hashes -r requirements-dev.txt || return
        fi
        "${install[@]}" --no-build-isolation --editable . && touch "$home/stamp" || return
    fi
    # Machine code of one Numba is none for another.
    NUMBA_CACHE_DIR=$PWD/$home/kernels "$home/bin/python" -m pytest -n auto --dist loadfile --no-loadscope-reorder -p no:cacheprovider
}

said=()
for name in "${RUNS[@]}"; do
    case " ${SUPPORTED[*]} oldest " in
        *" $name "*) version=${name/oldest/$OLDEST} ;;
        *) echo "matrix: expected ${SUPPORTED[*]} or oldest, got '$name'." >&2; exit 2 ;;
    esac
    python=$(python_of "$version")
    if [ -z "$python" ]; then
        said+=("$name: expected Python $version on the path or in pyenv, got none.")
    else
        echo "== $name: $python"
        run "$name" "$python" || said+=("$name: failed.")
    fi
done

[ ${#said[@]} -eq 0 ] && exit 0
printf '%s\n' "${said[@]}" >&2
exit 1
