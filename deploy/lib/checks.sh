# shellcheck shell=bash
# A part of companion-setup: words, and what there is.

say() { printf '%s\n' "$*" >&2 || true; } # a terminal that is gone must not end what is going on
die() { say "companion-setup: $*"; exit 1; }

need_root() { [ "$(id -u)" = 0 ] || die "this needs the system's permission: sudo companion-setup $verb"; }

need_system() {
  [ -d /run/systemd/system ] || die "this system is not run by systemd"
  command -v python3 >/dev/null || die "python3 is missing: sudo apt-get install python3"
  python3 -c 'import sys, venv; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null ||
    die "Python 3.11 to 3.13 is needed; this is $(python3 --version). Debian 12 and 13 and Raspberry Pi OS have it."
}

has_space() { # FOLDER KB
  local free
  free=$(df --output=avail -k "$1" 2>/dev/null | tail -1)
  [ "${free:-0}" -gt "$2" ] || { say "only $((${free:-0} / 1024)) MB are free on the disk of $1; $(($2 / 1024)) MB are needed"; return 1; }
}

size_kb() { # FOLDER
  local size
  size=$(du -sk "$1/" 2>/dev/null | cut -f1) || true # a file that went away meanwhile
  echo "${size:-0}"
}

release_in() { # NAME: the release it points at, nothing where there is none
  local target
  target=$(readlink "$CODE/$1" 2>/dev/null) || return 0
  basename "$target"
}

is_installed() { [ -L "$CODE/current" ]; }

listens() { # HOST PORT PAGE, as the settings in force say, or those used last where the file is damaged; else the defaults
  python3 - "$DATA" <<'PYTHON'
import pathlib, sys, tomllib

said = {}
for name in ("settings.toml", "settings.last-good.toml"):
    try:
        text = (pathlib.Path(sys.argv[1]) / name).read_text("utf-8-sig")
        said = tomllib.loads(text)
    except FileNotFoundError:
        break
    except (OSError, ValueError):
        continue
    if text:
        break
host, port = str(said.get("host", "0.0.0.0")), said.get("port", 8080)
port = port if type(port) is int else 8080
host = "127.0.0.1" if host in ("0.0.0.0", "::") else host
page = f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
print(host, port, page)
PYTHON
}
