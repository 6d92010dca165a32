#!/bin/sh
# Runs at the first start of the database: a role and a schema per service, isolated from each other.
set -eu
for service in fpl_relay games staking admin gateway; do
  eval "password=\$$(echo "$service" | tr a-z A-Z)_DB_PASSWORD"
  psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d "$POSTGRES_DB" \
    -v role="$service" -v password="$password" -v database="$POSTGRES_DB" <<'SQL'
create role :"role" login password :'password';
revoke all on database :"database" from public;
grant connect on database :"database" to :"role";
create schema :"role" authorization :"role";
alter role :"role" in database :"database" set search_path = :"role";
revoke all on schema public from public;
SQL
done
