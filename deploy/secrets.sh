#!/bin/sh
# sh deploy/secrets.sh: creates the secrets that docker-compose.yml reads, one file each in ./secrets. Existing files are kept, and
# a secret that an earlier release had in .env is copied. To change one: docs/operations/production.md, Secrets.
set -eu
cd "$(dirname "$0")/.."
umask 077
mkdir -p secrets
made=0
# Prints the value that an earlier release had in .env.
earlier() { sed -n "s/^$(echo "$1" | tr a-z A-Z)=//p" .env 2>/dev/null | tail -1; }
# The passwords of teams' services.
team_passwords() {
  for file in services/*/deploy/nats-user.conf; do
    [ -e "$file" ] || continue
    service=$(echo "$file" | cut -d/ -f2 | tr - _)
    echo "${service}_db_password ${service}_nats_password"
  done
}
for name in postgres_password fpl_relay_db_password games_db_password staking_db_password admin_db_password gateway_db_password \
  metrics_db_password \
  fpl_relay_nats_password games_nats_password staking_nats_password admin_nats_password gateway_nats_password \
  operator_nats_password keys_secret release_secret seal_secret $(team_passwords); do
  [ ! -s "secrets/$name" ] || continue
  old=$(earlier "$name")
  if [ -n "$old" ]; then printf %s "$old"; else head -c 24 /dev/urandom | od -An -v -tx1 | tr -d ' \n'; fi >"secrets/$name"
  made=$((made + 1))
done
# Empty unless needed: the previous secret while it is being replaced (docs/operations/keys.md), and the private key of push
# notifications (docs/operations/notifications.md).
for name in keys_secret_previous push_private_key; do
  [ -e "secrets/$name" ] || printf %s "$(earlier "$name")" >"secrets/$name"
done
# Processes of other users read them in their containers; on this machine only the owner can enter the folder.
chmod 444 secrets/*
echo "$made secrets made; keep a copy of secrets/keys_secret and secrets/seal_secret apart from the backups of the database"
