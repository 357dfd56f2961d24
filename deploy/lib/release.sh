# shellcheck shell=bash
# A part of companion-setup: the bundle, and the releases made of it.

bundle=''  # the folder it lies in
release='' # its name
unpacked=''

drop_unpacked() { [ -z "$unpacked" ] || rm -rf "$unpacked"; }

open_bundle() { # FILE or nothing
  local file=$1
  if [ -z "$file" ] && [ -f "$HERE/RELEASE" ] && [ -d "$HERE/wheels" ]; then
    bundle=$HERE
  else
    [ -n "$file" ] || file=$(newest_bundle)
    [ -n "$file" ] || die "there is no bundle. Make one with ./run bundle, or name it: --bundle FILE"
    [ -f "$file" ] || die "$file: there is no such file"
    unpacked=$(mktemp -d /var/tmp/companion-bundle.XXXXXX) || die "no folder can be made in /var/tmp"
    tar -xzf "$file" -C "$unpacked" --no-same-owner 2>/dev/null ||
      die "$file: damaged, or no bundle, or the disk is full. Copy it again."
    bundle=$(dirname "$(find "$unpacked" -maxdepth 2 -name RELEASE | head -1)")
  fi
  [ -f "$bundle/RELEASE" ] || die "${file:-$HERE}: this is no bundle"
  (cd "$bundle" && sha256sum --quiet --check SHA256SUMS) >/dev/null 2>&1 || die "the bundle is damaged: copy it again"
  release=$(cat "$bundle/RELEASE")
  # It becomes the name of a folder that is emptied before it is filled.
  [[ $release =~ ^[0-9A-Za-z][0-9A-Za-z.+-]*$ ]] || die "the bundle's RELEASE names no release: make the bundle again"
}

newest_bundle() {
  [ ! -d "$HERE/../dist" ] ||
    find "$HERE/../dist" -maxdepth 1 -name 'companion-bundle-*.tar.gz' -printf '%T@ %p\n' | sort -n | tail -1 | cut -d' ' -f2-
}

# An environment of its own for each release; a release without its mark was cut short and is made again.
make_release() {
  local target=$CODE/releases/$release
  [ ! -e "$target/.complete" ] || return 0
  mkdir -p "$CODE/releases" || die "$CODE/releases cannot be made"
  has_space "$CODE" "$SPACE_KB" || die "nothing was changed"
  say "Installing $release"
  rm -rf "$target" || die "$target cannot be made again"
  mkdir "$target" || die "$target cannot be made"
  # System packages are seen, because lgpio comes from Debian. pip runs from its wheel: Debian's python3-venv is not needed.
  python3 -m venv --without-pip --system-site-packages "$target" || die "no environment can be made in $target"
  in_venv "$target" --require-hashes -r "$bundle/requirements.lock"
  in_venv "$target" --no-deps "$bundle"/wheels/tabletop_companion-*.whl
  cp -R "$bundle/deploy" "$target/deploy" || die "$release could not be copied whole; nothing was changed"
  "$target/bin/python" -c 'import companion.cli_verbs.serve' >&2 || die "$release does not run on this machine; nothing was changed"
  sync -f "$target" || die "$release did not reach the disk; nothing was changed"
  touch "$target/.complete" || die "$release did not reach the disk; nothing was changed"
}

in_venv() { # RELEASE_FOLDER PIP_ARGUMENTS...
  local target=$1
  shift
  PYTHONPATH=$(find "$bundle" -maxdepth 1 -name 'pip-*.whl') PIP_CONFIG_FILE=/dev/null "$target/bin/python" -m pip install --quiet \
    --no-index --find-links "$bundle/wheels" --ignore-installed --no-cache-dir --disable-pip-version-check \
    --root-user-action ignore "$@" >&2 || die "this bundle does not fit this machine ($(uname -m), $(python3 --version)); make one for it"
}

point() { # NAME RELEASE: in one step, so that a power cut leaves the old or the new one; without a release it points at none
  if [ -z "$2" ]; then
    rm -f "$CODE/$1"
  else
    ln -sfn "releases/$2" "$CODE/.$1.new" && mv -T "$CODE/.$1.new" "$CODE/$1"
  fi
}

drop_old_releases() {
  local folder name
  for folder in "$CODE"/releases/*/; do
    name=$(basename "$folder")
    [ "$name" = "$(release_in current)" ] || [ "$name" = "$(release_in previous)" ] || rm -rf "$folder"
  done
}
