#!/bin/sh
# Runs at each `up` over the database's socket, which needs no password. Creates a role and a schema for each password of a service, isolated from
# each other, with the current passwords of the secrets. The connections of a team service
# are limited, so that it cannot use up those of the product: enough for two replicas, also while an upgrade doubles them.
set -eu
export PGUSER=postgres PGDATABASE=touchline
psql -qv ON_ERROR_STOP=1 -v password="$(cat /run/secrets/postgres_password)" <<'SQL'
alter role postgres password :'password';
SQL
for file in /run/secrets/*_db_password; do
  service=$(basename "$file" _db_password)
  [ "$service" != metrics ] || continue
  case $service in fpl_relay | games | staking | admin | gateway) connections=-1 ;; *) connections=50 ;; esac
  psql -qv ON_ERROR_STOP=1 -v role="$service" -v connections="$connections" -v password="$(cat "$file")" <<'SQL'
set client_min_messages = warning;
select format('create role %I login', :'role') where not exists (select from pg_roles where rolname = :'role') \gexec
alter role :"role" login connection limit :connections password :'password';
revoke all on database touchline from public;
grant connect on database touchline to :"role";
create schema if not exists :"role" authorization :"role";
alter role :"role" in database touchline set search_path = :"role";
revoke all on schema public from public;
SQL
done
# Reads statistics of the database and none of its data.
psql -qv ON_ERROR_STOP=1 -v password="$(cat /run/secrets/metrics_db_password)" <<'SQL'
set client_min_messages = warning;
select 'create role metrics login connection limit 5' where not exists (select from pg_roles where rolname = 'metrics') \gexec
alter role metrics login password :'password';
grant pg_monitor to metrics;
grant connect on database touchline to metrics;
SQL
echo 'roles and schemas are as the secrets say'
