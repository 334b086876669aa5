#!/usr/bin/env bash
# The README's main job on a machine that has nothing: a bare Debian in a directory, with python3, venv, make and git,
# where an ordinary user clones what is committed here and types `make sweep`, twice: it solves all cases, and then none.
#
#   tests/fresh.sh [SUITE]        trixie by default; sid is Debian's newest
#
# Needs root, mmdebstrap and unshare. MIRROR is the address of a Debian mirror, where it is not the usual one. How pip
# reaches its index is taken from this machine.
set -euo pipefail
cd "$(dirname "$0")/.."

SUITE=${1:-trixie}
# Set-up included.
LIMIT=1800
VISITOR=7000

for needed in mmdebstrap unshare chroot; do
    command -v "$needed" >/dev/null || { echo "fresh: $needed is missing. On Debian: apt-get install mmdebstrap util-linux" >&2; exit 2; }
done
[ "$(id -u)" = 0 ] || { echo "fresh: only root can make a bare system. Type: sudo make fresh" >&2; exit 2; }

bare=$(mktemp -d)
trap 'rm -rf --one-file-system "$bare"' EXIT
chmod 755 "$bare"
mmdebstrap --quiet --variant=minbase --include=ca-certificates,git,make,python3,python3-venv "$SUITE" "$bare" ${MIRROR:+"$MIRROR"}
useradd --root "$bare" --create-home --uid "$VISITOR" --shell /bin/bash visitor
git clone --quiet . "$bare/home/visitor/jeopardice"
chown -R "$VISITOR:$VISITOR" "$bare/home/visitor"
cp --dereference /etc/resolv.conf /etc/hosts "$bare/etc/"
for settings in /etc/pip.conf /etc/ssl/certs/ca-certificates.crt; do
    [ ! -f "$settings" ] || cp --dereference "$settings" "$bare$settings"
done

# Of this machine's settings only those that say how the network is reached.
mapfile -t network < <(env | grep -E '^(PIP_|SSL_CERT_FILE=|REQUESTS_CA_BUNDLE=|(http|https|no)_proxy=|(HTTP|HTTPS|NO)_PROXY=)' || true)
unshare --mount --pid --fork --kill-child bash -c '
    mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" && mount -t tmpfs tmpfs "$1/tmp"
    exec timeout "$2" chroot --userspec="$3:$3" "$1" env --ignore-environment "${@:4}" HOME=/home/visitor USER=visitor \
        PATH=/usr/local/bin:/usr/bin:/bin LANG=C.UTF-8 COLUMNS=80 TERM=dumb \
        bash -ec -o pipefail "cd ~/jeopardice
            make sweep | tee /tmp/first
            make sweep | tee /tmp/again
            grep -q \"^pig/three_players: 121 cases\" /tmp/first
            grep -q \"^Nothing to do\" /tmp/again"
' fresh "$bare" "$LIMIT" "$VISITOR" "${network[@]}"
