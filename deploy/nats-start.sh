#!/bin/sh
# Starts NATS with the passwords of the secrets in the environment, where the configuration reads them, and with the users of teams'
# services in users/. Passwords are quoted, because the configuration would read digits as a number.
set -eu
for file in /run/secrets/*_nats_password; do
  password=$(sed 's/[\\"]/\\&/g' "$file")
  export "$(basename "$file" | tr a-z A-Z)=\"$password\""
done
set -- /etc/nats/users/*.conf
[ -e "$1" ] || set --
sh /etc/nats/users.sh /etc/nats/touchline.conf "$@" >/tmp/touchline.conf
exec nats-server -c /tmp/touchline.conf
