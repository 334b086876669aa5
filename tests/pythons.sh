# To be sourced: where the Pythons are that Jeopardice supports.
# shellcheck shell=bash

# As in the Makefile and in pyproject.toml.
SUPPORTED=(3.11 3.12 3.13 3.14)

# Whether a command runs and is that Python: a name on the path may be only a shim for one that is not there.
is_python() {
    [ "$("$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null)" = "$2" ]
}

# The interpreter of a version, on the path or of pyenv; nothing if there is none.
python_of() {
    local candidate
    for candidate in "python$1" "${PYENV_ROOT:-$HOME/.pyenv}/versions/$1"{,.*,-dev}/bin/python; do
        if is_python "$candidate" "$1"; then
            command -v "$candidate"
            return
        fi
    done
}
