#!/bin/sh
# Starts nats-server with the passwords of the secrets in the environment, where touchline.conf reads them. They are quoted, because
# the configuration would read digits as a number.
set -eu
for user in fpl_relay games staking admin gateway operator; do
  password=$(sed 's/[\\"]/\\&/g' "/run/secrets/${user}_nats_password")
  export "$(echo "$user" | tr a-z A-Z)_NATS_PASSWORD=\"$password\""
done
exec nats-server -c /etc/nats/touchline.conf
