#!/bin/sh
# Make the virtual environment .venv and install the project into it: setup.sh base|web|dev, or another extra
#
# uv does it if there is one. If not, pip fetches uv into the environment first: together they are still much
# faster than pip alone, which is what remains if there is no uv to be had. The versions are those of
# constraints.txt, if they can be had for this Python.
set -eu
cd "$(dirname "$0")/.."

case "$1" in
    base) target="." group="" size="100 MB to download, 300 MB on disk" ;;
    web) target=".[web]" group="" size="115 MB to download, 360 MB on disk" ;;
    dev) target=".[data,jax,rl,web]" group="--group dev" size="600 MB to download, 1.6 GB on disk" ;;
    *) target=".[$1]" group="" size="up to 300 MB to download" ;;
esac
constraints="--constraint constraints.txt"
own_python=.venv/bin/python
typescript=5.9.3
openapi_typescript=7.13.0
our_line="# Written by scripts/setup.sh"

give_up() {
    echo "$1" >&2
    exit 1
}

new_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

find_python() {
    for name in "${PYTHON:-python3}" python3.14 python3.13 python3.12 python3.11 python; do
        if command -v "$name" >/dev/null && new_enough "$name"; then
            command -v "$name"
            return
        fi
    done
    return 1
}

# Install a package of the system, where that is known how and allowed without a password.
install_package() {
    command -v apt-get >/dev/null || return 1
    as_root=""
    [ "$(id -u)" = 0 ] || as_root="sudo -n"
    echo "Installing $1 ..."
    [ -n "${updated:-}" ] || $as_root apt-get update -qq 2>/dev/null || return 1
    updated=1
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends "$1" >/dev/null
}

# Debian and Ubuntu ship Python without the part that makes virtual environments.
install_venv_package() {
    install_package "python$("$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])')-venv"
}

make_environment() {
    rm -rf .venv
    "$python" -m venv .venv >/dev/null 2>&1 && return
    rm -rf .venv
    install_venv_package "$python" && "$python" -m venv .venv && return
    rm -rf .venv
    return 1
}

usable() {
    [ -x $own_python ] && new_enough $own_python
}

has_pip() {
    $own_python -m pip --version >/dev/null 2>&1
}

# Another Python's pip does, too: that is quicker than giving the environment one of its own.
fetch_uv() {
    [ -x .venv/bin/uv ] && return
    echo "Fetching uv, which installs the packages ..."
    set -- install --quiet --disable-pip-version-check --retries 1 $constraints uv
    if has_pip; then
        $own_python -m pip "$@" 2>/dev/null
    else
        "$python" -m pip --python $own_python "$@" 2>/dev/null
    fi
}

# The ways to install, the quickest first: each says whether it worked.

with_uv() {
    uv=$(command -v uv) || return 1
    if ! usable; then
        rm -rf .venv
        "$uv" venv --quiet --python "${python:->=3.11}" .venv || return 1
    fi
    "$uv" pip install --python $own_python $constraints $group --editable "$target"
}

with_fetched_uv() {
    if ! usable; then
        rm -rf .venv
        "$python" -m venv --without-pip .venv >/dev/null 2>&1 || return 1
    fi
    fetch_uv && echo "Installing the packages ..." &&
        .venv/bin/uv pip install --python $own_python $constraints $group --editable "$target"
}

# The first pip that knows groups is 25.1.
with_pip() {
    set -- -m pip install --disable-pip-version-check
    [ -z "$group" ] || $own_python "$@" --quiet --upgrade "pip>=25.1" || return 1
    $own_python "$@" $constraints $group --editable "$target"
}

install() {
    with_uv && return
    [ -n "$python" ] || give_up \
        "gridlock needs Python 3.11 or newer, and none was found. Name one with: make PYTHON=/path/to/python3"
    with_fetched_uv && return
    { usable && has_pip; } || make_environment || give_up \
        "$python cannot make a virtual environment: install its venv module (Debian: python3-venv)."
    with_fetched_uv || with_pip
}

# What the tests and checks of the web need beside Python: a browser, a database, and what reads the page's types.

any_of() {
    for name in "$@"; do
        command -v "$name" >/dev/null && return
    done
    return 1
}

require() {
    package=$1 purpose=$2
    shift 2
    any_of "$@" || { install_package "$package" && any_of "$@"; } || echo "$purpose" >&2
}

install_for_the_web() {
    any_of chromium-headless-shell || install_package chromium-headless-shell 2>/dev/null ||
        require chromium "Chromium is missing, so the tests in the browser will fail: install it, or fetch one with \
.venv/bin/playwright install chromium" chromium chromium-browser google-chrome google-chrome-stable
    require postgresql "PostgreSQL is missing, so its tests will fail: install it." pg_ctl pg_ctlcluster
    require nodejs "Node is missing, so make check and page tests will fail: install it." node
    require npm "npm is missing, so make check and page tests will fail: install it." npm
    ! any_of npm || echo "Fetching TypeScript ..."
    if any_of npm && ! npm install --prefix .venv/page --no-package-lock --ignore-scripts --no-audit --no-fund \
        --loglevel error "typescript@$typescript" "openapi-typescript@$openapi_typescript" >/dev/null; then
        echo "TypeScript could not be fetched, so make check and page tests will fail: see above." >&2
    fi
}

# The command as ./gridlock, so that the readme's examples can be tried without installing anything else.
write_launcher() {
    if [ -L gridlock ] || { [ -e gridlock ] && ! grep -qs "$our_line" gridlock; }; then
        echo "There is another file called gridlock here, so there is no ./gridlock: use .venv/bin/gridlock." >&2
        return
    fi
    draft=.venv/launcher.$$
    printf '%s\n' '#!/bin/sh' "$our_line" 'exec "$(dirname "$0")/.venv/bin/gridlock" "$@"' >$draft
    chmod +x $draft
    mv -f $draft gridlock
}

usable || echo "Setting up .venv, once: about $size ..."
python=$(find_python) || python=""
if ! install; then
    echo "The versions in constraints.txt could not be installed: trying without them ..." >&2
    constraints=""
    install || give_up "The packages that gridlock needs could not be installed: see above."
fi
[ "$1" != dev ] || install_for_the_web
write_launcher
touch .venv/.installed
case "$1" in web | dev) touch .venv/.installed-web ;; esac
[ "$1" != dev ] || touch .venv/.installed-dev
