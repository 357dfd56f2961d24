# shellcheck shell=bash
# A part of companion-setup: copies of the data. They are numbered, because a Pi without a network does not know the date.
# Nothing here may trust errexit, which is off in whatever is called before "||": each step says what becomes of its failure.
# Nor a bare "return": when a trap runs this, that gives the status from before the trap.

readonly MARGIN_KB=50000
readonly CHOSEN=$CODE/previous.snapshot     # the name of the data that belong to the release `previous`
readonly CUT_SHORT=$SNAPSHOTS/bringing-back # there while data are exchanged: the unit does not start the service on half of them

snapshot='' # the last one taken
aside=''    # where the data last put aside are

next_number() {
  local last
  last=$(find "$SNAPSHOTS" -maxdepth 1 -type d -printf '%f\n' 2>/dev/null | sed -nE 's/^(snapshot|before-rollback)-([0-9]+).*/\2/p' |
    sort -n | tail -1)
  printf '%04d' $((10#${last:-0} + 1))
}

clean_snapshots() { # of what was cut short
  rm -rf "$SNAPSHOTS"/*.new "$DATA.new"
}

need_snapshot_space() {
  install -d -m 0700 "$SNAPSHOTS" || die "$SNAPSHOTS cannot be made; nothing was changed"
  has_space "$SNAPSHOTS" $(($(size_kb "$DATA") + MARGIN_KB)) || die "nothing was changed"
}

copy_whole() { # FROM TO: TO is there only when all of it is on the disk
  copy_beside "$1" "$2" || return 1
  if mv -T "$2.new" "$2" && sync -f "$(dirname "$2")"; then return 0; fi
  rm -rf "$2.new"
  return 1
}

copy_beside() { # FROM TO: as TO.new; half a copy is none
  rm -rf "$2.new"
  if cp -a "$1/." "$2.new" && sync -f "$2.new"; then return 0; fi
  rm -rf "$2.new"
  return 1
}

take_snapshot() { # RELEASE: of the data, with the service stopped
  snapshot=$SNAPSHOTS/snapshot-$(next_number)-$1
  copy_whole "$DATA" "$snapshot"
}

drop_old_snapshots() { # those of updates; what a rollback put aside is never dropped
  local old
  find "$SNAPSHOTS" -maxdepth 1 -type d -name 'snapshot-*' ! -name '*.new' -printf '%f\n' | sort -t- -k2,2nr |
    tail -n +$((KEPT_SNAPSHOTS + 1)) | while read -r old; do
    [ "$old" = "$(basename "$(chosen_snapshot)")" ] || rm -rf "${SNAPSHOTS:?}/$old"
  done
}

choose_snapshot() { # SNAPSHOT or nothing
  if [ -z "$1" ]; then
    rm -f "$CHOSEN"
  else
    basename "$1" >"$CHOSEN.new" && sync "$CHOSEN.new" && mv -T "$CHOSEN.new" "$CHOSEN"
  fi
}

chosen_snapshot() { # nothing where none was chosen, or it is gone
  local name
  name=$(cat "$CHOSEN" 2>/dev/null) || return 0
  [ -z "$name" ] || [ ! -d "$SNAPSHOTS/$name" ] || echo "$SNAPSHOTS/$name"
}

stays_where_it_is() { [ -L "$DATA" ] || mountpoint -q "$DATA"; } # a disk of its own, or a link to one, cannot be renamed

bring_data_back() { # SNAPSHOT: today's data are put aside
  aside=$SNAPSHOTS/before-rollback-$(next_number)
  if stays_where_it_is; then
    has_space "$SNAPSHOTS" $(($(size_kb "$DATA") + MARGIN_KB)) || return 1
    copy_whole "$DATA" "$aside" || return 1
    mark_cut_short "$1" || return 1
    exchange_contents "$1" || return 1
  else
    has_space "$(dirname "$DATA")" $(($(size_kb "$1") + MARGIN_KB)) || return 1
    copy_beside "$1" "$DATA" || return 1
    mark_cut_short "$1" || return 1
    exchange_folders || return 1
  fi
  rm -f "$CUT_SHORT" || return 1
  say "The data are as they were; those of today are in $aside"
}

exchange_folders() { # the data and their copy beside them
  [ ! -e "$DATA" ] || mv -T "$DATA" "$aside" || return 1
  mv -T "$DATA.new" "$DATA" && sync -f "$(dirname "$DATA")"
}

exchange_contents() { # SNAPSHOT: of a folder that has to stay
  has_space_after_emptying "$1" || { rm -f "$CUT_SHORT"; return 1; }
  find "$DATA/" -mindepth 1 -maxdepth 1 ! -name lost+found -exec rm -rf {} + || return 1
  cp -a "$1/." "$DATA/" && sync -f "$DATA/"
}

has_space_after_emptying() { # SNAPSHOT
  local more
  more=$(($(size_kb "$1") - $(size_kb "$DATA")))
  [ $more -le 0 ] || has_space "$DATA/" $more
}

mark_cut_short() { # SNAPSHOT: until the mark is gone, the next run does it again
  echo "$1" >"$CUT_SHORT.new" && sync "$CUT_SHORT.new" && mv -T "$CUT_SHORT.new" "$CUT_SHORT" && sync -f "$SNAPSHOTS"
}

finish_cut_short() {
  local from
  from=$(cat "$CUT_SHORT" 2>/dev/null) || return 0
  say "Data were being brought back when something ended it; that is done first"
  bring_data_back "$from" || die "the data cannot be brought back. They are whole in $from"
}
