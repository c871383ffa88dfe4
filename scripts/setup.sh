#!/bin/sh
# Make the virtual environment .venv and install the project into it: setup.sh base|dev
set -eu
cd "$(dirname "$0")/.."

new_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

find_python() {
    for name in "${PYTHON:-python3}" python3.13 python3.12 python3.11 python; do
        if command -v "$name" >/dev/null && new_enough "$name"; then
            command -v "$name"
            return
        fi
    done
    echo "gridlock needs Python 3.11 or newer, and none was found. Name one with: make PYTHON=/path/to/python3" >&2
    exit 1
}

# Debian and Ubuntu ship Python without the part that makes virtual environments.
install_venv_package() {
    command -v apt-get >/dev/null || return 1
    as_root=""
    [ "$(id -u)" = 0 ] || as_root="sudo -n"
    version=$("$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    echo "Installing python$version-venv ..."
    $as_root apt-get update -qq && $as_root apt-get install -qq -y "python$version-venv" >/dev/null
}

make_environment() {
    python=$(find_python)
    rm -rf .venv
    if ! "$python" -m venv .venv >/dev/null 2>&1; then
        rm -rf .venv
        install_venv_package "$python" && "$python" -m venv .venv || {
            rm -rf .venv
            echo "$python cannot make a virtual environment: install its venv module (Debian: python3-venv)." >&2
            exit 1
        }
    fi
}

[ -x .venv/bin/python ] && new_enough .venv/bin/python && [ -x .venv/bin/pip ] || {
    echo "Setting up .venv, once ..."
    make_environment
}

case "$1" in
    base) target="." ;;
    dev) target=".[dev]" ;;
esac
.venv/bin/pip install --quiet --disable-pip-version-check --editable "$target"
touch .venv/.installed
[ "$1" = base ] || touch .venv/.installed-dev
