#!/bin/sh
# sh deploy/restore.sh FOLDER: restores a backup of deploy/backup.sh, also on a new machine. The previous database is kept under
# another name. Every client of the database is stopped, those of other teams and of metrics as well. Events in NATS are removed, because
# they may be newer than the backup; services fetch the state when they start. The chain keeps its data.
set -eu
folder=$(cd "$1" && pwd)
. "$(dirname "$0")/compose.sh"
[ -s "$folder/database" ] && [ -f "$folder/remotes.tar" ] || { echo "$folder is not a backup"; exit 1; }
sql() { inside postgres psql -qAtU postgres -v ON_ERROR_STOP=1 -d postgres -c "$1" </dev/null; }

compose up -d --no-deps postgres
until [ "$(docker inspect -f '{{.State.Health.Status}}' "$(compose ps -q postgres)")" = healthy ]; do sleep 1; done
contents=$(inside postgres pg_restore --list <"$folder/database")
# A restore that was stopped after the renaming has left no database, which the job needs. Usually it exists.
sql 'create database touchline' 2>/dev/null || true
job prepare-database
# The last word of an entry is its owner. Those whose service was removed get a role that cannot log in.
for role in $(echo "$contents" | sed -n 's/^[0-9].* //p' | sort -u); do
  [ "$(sql "select count(*) from pg_roles where rolname = '$role'")" = 1 ] || sql "create role \"$role\""
done
clients=$(compose ps --services | grep -vxE 'proxy|postgres|nats|prometheus|grafana|node-exporter|jaeger' || true)
[ -z "$clients" ] || compose stop $clients
before=before_$(date -u +%Y%m%dT%H%M%SZ | tr A-Z a-z)
# What remains is a session of an operator, or a statement that outlived its client. A database in use cannot be renamed.
sql "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'touchline'" >/dev/null
sql "alter database touchline rename to $before"
sql 'create database touchline'
inside postgres pg_restore -U postgres -d touchline --exit-on-error <"$folder/database"
# Rights and search paths of roles belong to the database and are not in the backup.
job prepare-database
compose run --rm --no-deps -T --entrypoint tar gateway -C /remotes -xf - <"$folder/remotes.tar"
compose up -d --no-deps nats
until [ "$(docker inspect -f '{{.State.Health.Status}}' "$(compose ps -q nats)")" = healthy ]; do sleep 1; done
job prepare-bus node packages/service-kit/dist/messaging/prepare-bus.js --purge
compose up -d --no-build
# A stopped restore also leaves a `before_` database.
echo 'restored; previous databases, oldest first, also of earlier and stopped restores; drop those that are no longer needed:'
sql "select datname from pg_database where datname like 'before\\_%' order by datname"
