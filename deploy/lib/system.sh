# shellcheck shell=bash
# A part of companion-setup: the user, and the system's files around a release.

make_user() {
  local group
  getent passwd "$USER_NAME" >/dev/null ||
    useradd --system --user-group --home-dir "$DATA" --no-create-home --shell /usr/sbin/nologin "$USER_NAME"
  for group in i2c gpio spi dialout; do # those that this system has
    if getent group "$group" >/dev/null; then usermod --append --groups "$group" "$USER_NAME"; fi
  done
  if [ -n "${SUDO_USER:-}" ] && [ "$SUDO_USER" != root ]; then
    usermod --append --groups "$USER_NAME" "$SUDO_USER" # our rule takes the boards from dialout; who loads firmware needs them
  fi
  install -d -m 0750 -o "$USER_NAME" -g "$USER_NAME" "$DATA"
  [ -e "$DATA/settings.toml" ] ||
    install -m 0640 -o "$USER_NAME" -g "$USER_NAME" "$bundle/deploy/settings.toml" "$DATA/settings.toml"
}

# From the current release. Called before "||", where errexit is off: so each step has its own.
lay_system_files() {
  local from=$CODE/current/deploy
  install -m 0644 "$from"/companion.service "$from"/companion-console.service "$from"/companion-console.path "$UNITS/" || return 1
  install -D -m 0644 "$from/60-companion.rules" /etc/udev/rules.d/60-companion.rules || return 1
  # A link, so that the installer always has the other files of its release beside it.
  mkdir -p /usr/local/sbin && ln -sfn "$from/companion-setup" /usr/local/sbin/companion-setup || return 1
  install -D -m 0755 "$from/companion-command" /usr/local/bin/companion || return 1
  mkdir -p /etc/issue.d && ln -sfn /run/companion/console.issue /etc/issue.d/companion.issue || return 1
  if [ -d /etc/polkit-1/rules.d ]; then
    install -m 0644 "$from/power-off.rules" /etc/polkit-1/rules.d/60-companion.rules || return 1
  fi
  install -d -m 0755 /etc/avahi/services && fill_in "$from/avahi.xml" /etc/avahi/services/companion.service || return 1
  [ ! -e "$UNITS/companion-kiosk.service" ] || lay_kiosk || return 1
  systemctl daemon-reload || return 1
  if command -v udevadm >/dev/null; then # a container has no devices to tell of
    udevadm control --reload 2>/dev/null || true
    udevadm trigger --subsystem-match=tty 2>/dev/null || true
  fi
  systemctl --quiet enable companion.service companion-console.path && systemctl start companion-console.path
}

fill_in() { # FROM TO: a file with what the settings say
  local host port page
  read -r host port page <<<"$(listens)"
  sed "s#@PAGE@#$page#; s#@HOST@#$host#; s#@PORT@#$port#" "$1" >"$2"
}

lay_kiosk() { fill_in "$CODE/current/deploy/companion-kiosk.service" "$UNITS/companion-kiosk.service"; }

need_kiosk() {
  if ! command -v cage >/dev/null || ! command -v chromium >/dev/null; then
    die "the kiosk needs two packages: sudo apt-get install cage chromium; then run this again"
  fi
}

set_up_kiosk() {
  local group
  getent passwd "$KIOSK_USER" >/dev/null ||
    useradd --system --user-group --home-dir /run/companion-kiosk --no-create-home --shell /usr/sbin/nologin "$KIOSK_USER"
  for group in video render input; do
    if getent group "$group" >/dev/null; then usermod --append --groups "$group" "$KIOSK_USER"; fi
  done
  lay_kiosk
  systemctl daemon-reload
  systemctl --quiet enable companion-kiosk.service
  systemctl --no-block start companion-kiosk.service
}

switch_on_i2c() {
  echo i2c-dev >/etc/modules-load.d/companion.conf
  modprobe i2c-dev 2>/dev/null || true
  if command -v raspi-config >/dev/null; then
    raspi-config nonint do_i2c 0
    say "I2C is on; if the sensor is not found, restart the Pi once."
  else
    say "This is no Raspberry Pi with raspi-config: I2C is used where the kernel offers it."
  fi
}

# What the bundle cannot carry: said, never fetched.
remark_on_packages() {
  if [ -e /proc/device-tree/model ] && ! python3 -c 'import lgpio' 2>/dev/null; then
    say "Buttons on the Pi's pins need one package more: sudo apt-get install python3-lgpio"
  fi
  command -v avahi-daemon >/dev/null || [ -x /usr/sbin/avahi-daemon ] ||
    say "Tablets find the companion by address; by name too after: sudo apt-get install avahi-daemon"
}
