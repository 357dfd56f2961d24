# shellcheck shell=bash
# A part of companion-setup: from one release to another, and back whenever anything on the way fails.

at_end=''       # what undoes a half-done switch when the script ends, however it ends
from=''         # the release that ran
from_before=''  # the one before that
from_chosen=''  # and the data of that one
data_before=''  # a copy of the data as they were, once another release may have touched them

finish() {
  local code=$?
  trap '' INT TERM HUP
  trap - EXIT
  set +e
  [ -z "$at_end" ] || "$at_end"
  drop_unpacked
  exit "$code"
}

at_every_end() {
  trap finish EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
}

# A start is good when it answers and has not been tried twice.
start_and_check() {
  rm -f /run/companion/starts
  systemctl reset-failed companion.service 2>/dev/null || true
  systemctl start companion.service 2>/dev/null || return 1
  COMPANION_DATA=$DATA "$CODE/current/bin/companion" wait --seconds "$ANSWER_S" >/dev/null || return 1
  [ "$(systemctl show --property NRestarts --value companion.service)" = 0 ]
}

stop_service() { systemctl stop companion.service 2>/dev/null || true; }

start_again() { # what was stopped, when nothing else was changed yet
  if is_half_exchanged; then return 0; fi
  rm -f /run/companion/starts
  if systemctl start companion.service; then say "Nothing was changed; $(release_in current) was started again"; fi
}

is_half_exchanged() { # then the unit does not start, and says nothing
  [ -e "$CUT_SHORT" ] || return 1
  say "The data are half exchanged, so the companion stays stopped. Give the same command again; nothing is lost:"
  say "the data to come are whole in $(cat "$CUT_SHORT"), those that were in ${aside:-$SNAPSHOTS}"
}

show_why() { journalctl --unit companion.service --lines 12 --no-pager --output cat >&2 2>/dev/null || true; }

begin_switch() { # the room that is needed is looked for while the service still runs
  from=$(release_in current)
  from_before=$(release_in previous)
  from_chosen=$(chosen_snapshot)
  data_before=''
  need_snapshot_space
  at_end=start_again
  stop_service
}

point_all() { # CURRENT PREVIOUS SNAPSHOT: the last two may be nothing; cut short, no data are chosen
  choose_snapshot '' && point previous "$2" && point current "$1" && choose_snapshot "$3"
}

complete_switch() { # RELEASE SNAPSHOT: the data to bring back with what ran until now, or nothing
  at_end=undo_switch
  point_all "$1" "$from" "$2" || die "$1 cannot be put in place"
  lay_system_files || die "the system's files of $1 could not all be written"
  data_before=${data_before:-$snapshot}
  start_and_check || { show_why; die "$1 does not run as it should"; }
  at_end=''
}

update_to() { # RELEASE
  begin_switch
  take_snapshot "$from" || die "the data could not be copied"
  say "The data as they were are in $snapshot"
  complete_switch "$1" "$snapshot"
  drop_old_snapshots
}

go_back_keeping_data() {
  begin_switch
  take_snapshot "$from" || die "the data could not be copied"
  complete_switch "$from_before" ''
  drop_old_snapshots
}

go_back_with_data() { # SNAPSHOT
  begin_switch
  bring_data_back "$1" || die "the data cannot be brought back. They are whole in $1; try once more, or rollback --keep-data"
  data_before=$aside
  complete_switch "$from_before" ''
}

undo_switch() {
  local data='with the data as they were'
  say "Going back to $from"
  stop_service
  if [ -n "$data_before" ]; then
    bring_data_back "$data_before" || data="but without the data as they were, which are whole in $data_before"
  fi
  point_all "$from" "$from_before" "$from_chosen" || say "$from cannot be put in place"
  lay_system_files || say "The system's files of $from could not all be written"
  ! is_half_exchanged || return 0
  # What did not start is no version to go back to, and its release would only take room.
  drop_old_releases
  if start_and_check; then
    say "$from runs again, $data"
  else
    show_why
    say "and $from does not start either. See: sudo journalctl -u companion"
  fi
}
