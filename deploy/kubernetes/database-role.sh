#!/bin/sh
# sh deploy/kubernetes/database-role.sh NAME: prints the SQL of the role and schema of a team service, with the password of its secret,
# for psql as superuser. Its connections are limited, so that it cannot use up those of the product, whose roles are in cluster.yaml.
set -eu
cd "$(dirname "$0")/../.."
role=$(echo "$1" | tr - _)
password=$(sed "s/'/''/g" "secrets/${role}_db_password")
cat <<SQL
select 'create role "$role" login' where not exists (select from pg_roles where rolname = '$role') \\gexec
alter role "$role" login connection limit 50 password '$password';
grant connect on database touchline to "$role";
create schema if not exists "$role" authorization "$role";
alter role "$role" in database touchline set search_path = "$role";
SQL
