#!/bin/sh
# with_secrets.sh DIRECTORY COMMAND...: run a command, with each file of the directory as the variable of its name.
set -eu
directory=$1
shift
for file in "$directory"/*; do
    # A secret that nobody gave is /dev/null, and no variable.
    [ -f "$file" ] || continue
    value=$(cat "$file")
    [ -n "$value" ] || { echo "$file: expected a secret, got an empty file." >&2; exit 1; }
    export "${file##*/}=$value"
done
exec "$@"
