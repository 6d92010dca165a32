#!/bin/sh
# sh deploy/kubernetes/secrets.sh | kubectl apply -n touchline -f -: the files of ./secrets (sh deploy/secrets.sh makes them) as the
# Secrets that these manifests name.
set -eu
cd "$(dirname "$0")/../.."

# A Secret NAME of a TYPE, of the lines KEY: VALUE on the input. The label makes the database's operator see a change.
secret() {
  printf -- '---\napiVersion: v1\nkind: Secret\nmetadata: { name: %s, labels: { cnpg.io/reload: "true" } }\ntype: %s\ndata:\n' "$1" "$2"
  sed 's/^/  /'
}
encoded() { base64 | tr -d '\n'; }

for file in secrets/*; do
  [ "$file" = secrets/postgres_password ] || printf '%s: "%s"\n' "${file#secrets/}" "$(encoded <"$file")"
done | secret touchline Opaque

for file in secrets/*_db_password; do
  user=$(basename "$file" _db_password)
  [ "$user" != metrics ] || continue
  printf 'username: %s\npassword: %s\n' "$(printf %s "$user" | encoded)" "$(printf %s "$(cat "secrets/${user}_db_password")" | encoded)" |
    secret "database-$(echo "$user" | tr _ -)" kubernetes.io/basic-auth
done

# In quotes, as deploy/nats-start.sh: nats-server reads them as values of its configuration.
for file in secrets/*_nats_password; do
  user=$(basename "$file" _nats_password)
  printf '%s_NATS_PASSWORD: %s\n' "$(echo "$user" | tr a-z A-Z)" \
    "$(printf '"%s"' "$(sed 's/[\\"]/\\&/g' "secrets/${user}_nats_password")" | encoded)"
done | secret nats-passwords Opaque
