#!/bin/sh
# sh deploy/restore.sh FOLDER: puts a backup of deploy/backup.sh in the place of what is there, also on a new machine. The database
# of before stays beside it under another name. Services and gateways are stopped until it is there; the bus and the chain keep what they know.
set -eu
folder=$(cd "$1" && pwd)
. "$(dirname "$0")/compose.sh"
[ -s "$folder/database" ] && [ -f "$folder/remotes.tar" ] || { echo "$folder is not a backup"; exit 1; }
sql() { inside postgres psql -qU postgres -v ON_ERROR_STOP=1 -d postgres -c "$1" </dev/null; }

compose up -d --no-deps postgres
until [ "$(docker inspect -f '{{.State.Health.Status}}' "$(compose ps -q postgres)")" = healthy ]; do sleep 1; done
inside postgres pg_restore --list <"$folder/database" >/dev/null
job prepare-database
compose stop gateway admin staking games fpl-relay
before=before_$(date -u +%Y%m%dT%H%M%SZ | tr A-Z a-z)
sql "alter database touchline rename to $before"
sql 'create database touchline'
inside postgres pg_restore -U postgres -d touchline --exit-on-error <"$folder/database"
# What roles are allowed and where they find their tables belongs to the database, and is not in the backup.
job prepare-database
compose run --rm --no-deps -T --entrypoint tar gateway -C /remotes -xf - <"$folder/remotes.tar"
compose up -d --no-build
echo "restored; when all is well: drop database $before"
