#!/usr/bin/env bash
# The README's main job as a stranger types it, on every supported Python that this machine has: a fresh clone of what
# is committed, an environment of its own, an empty cache of machine code. It solves all cases, and called again none.
#
#   tests/main_job.sh [3.11 | 3.12 | 3.13 | 3.14]...        all of them by default
#
# A Python that is missing is named. It fails if only one was tried, unless ONE_PYTHON=1 says that this will do.
set -euo pipefail
cd "$(dirname "$0")/.."
. tests/pythons.sh

# Longer than it takes on a slow machine, set-up included; a job that hangs is ended then.
LIMIT=900
VERSIONS=("$@")
[ ${#VERSIONS[@]} -gt 0 ] || VERSIONS=("${SUPPORTED[@]}")
HOME_OF_ALL=$(mktemp -d)
trap 'rm -rf "$HOME_OF_ALL"' EXIT

main_job() {
    local home=$HOME_OF_ALL/$1 python=$2
    git clone --quiet . "$home/jeopardice"
    cd "$home/jeopardice"
    # pip's downloads are shared; nothing else is.
    export XDG_CACHE_HOME=$home/cache XDG_DATA_HOME=$home/data XDG_STATE_HOME=$home/state PIP_CACHE_DIR
    unset PREFECT_HOME PREFECT_API_URL NUMBA_CACHE_DIR JEOPARDICE_STORE
    timeout "$LIMIT" make sweep PYTHON="$python" | tee "$home/first"
    timeout "$LIMIT" make sweep PYTHON="$python" | tee "$home/again"
    grep -q "^pig/three_players: 121 cases" "$home/first" && grep -q "^Nothing to do" "$home/again"
}

PIP_CACHE_DIR=$(python3 -m pip cache dir 2>/dev/null || echo "$HOME/.cache/pip")
tried=() failed=() missing=()
for version in "${VERSIONS[@]}"; do
    python=$(python_of "$version")
    if [ -z "$python" ]; then
        missing+=("$version")
        continue
    fi
    echo "== main job on Python $version"
    tried+=("$version")
    # Not within a condition, where bash would go on after an error.
    (set +e; (set -e; main_job "$version" "$python"); echo $? >"$HOME_OF_ALL/code")
    [ "$(cat "$HOME_OF_ALL/code")" = 0 ] || failed+=("$version")
    rm -rf "${HOME_OF_ALL:?}/$version"
done

echo "main job: tried on Python ${tried[*]:-none}; failed: ${failed[*]:-none}; not on this machine: ${missing[*]:-none}."
if [ ${#failed[@]} -gt 0 ]; then
    exit 1
fi
if [ ${#tried[@]} -lt 2 ] && [ ${#VERSIONS[@]} -gt 1 ] && [ -z "${ONE_PYTHON:-}" ]; then
    echo "main job: one Python is not all that the README names. Install another, or set ONE_PYTHON=1 if that will do." >&2
    exit 1
fi
