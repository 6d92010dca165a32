#!/bin/sh
# Starts nats-server with the passwords of the secrets, which touchline.conf reads from the environment: in quotes, because they
# are read as values of the configuration, where digits alone would be a number.
set -eu
for user in fpl_relay games staking admin gateway operator; do
  password=$(sed 's/[\\"]/\\&/g' "/run/secrets/${user}_nats_password")
  export "$(echo "$user" | tr a-z A-Z)_NATS_PASSWORD=\"$password\""
done
exec nats-server -c /etc/nats/touchline.conf
