#!/bin/bash
# npm run test:compose [-- WORK]: runs docker-compose.yml in a private Docker Engine, from the documented launch to the restored backup,
# with a local chain and feed outside of it. Stops everything it started. Needs root on Debian.
set -euo pipefail
HERE=$(dirname "$(realpath "$0")") PROJECT=$(realpath "$(dirname "$0")/../..")
WORK=$(realpath -m "${1:-/tmp/touchline-compose-check}"); mkdir -p "$WORK"
BRIDGE=${BRIDGE:-10.87.0.1} HTTPS_PORT=${HTTPS_PORT:-4843}
ORIGIN=https://localhost:$HTTPS_PORT
# The proxy makes its own certificate for localhost.
export BRIDGE DOCKER_BUILDKIT=0 COMPOSE_PROJECT_NAME=touchline-check NODE_TLS_REJECT_UNAUTHORIZED=0 NODE_NO_WARNINGS=1
passed=0 failed=0 OUTSIDE= LOAD=
log() { echo "[$(date +%T)] $*"; }
check() { # NAME COMMAND...
  local name=$1; shift
  if "$@"; then passed=$((passed + 1)); log "ok    $name"; else failed=$((failed + 1)); log "FAILS $name"; fi
}
command -v dockerd docker-compose >/dev/null || {
  apt-get update -q >/dev/null
  DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends docker.io docker-compose iptables >/dev/null
}
compose() { docker-compose "$@"; }
DOCKER_HOST=$("$HERE/engine.sh" start "$WORK"); export DOCKER_HOST
cleanup() {
  code=$?
  [ -z "$LOAD" ] || kill "$LOAD" 2>/dev/null || true
  [ -z "$OUTSIDE" ] || kill "$OUTSIDE" 2>/dev/null || true
  if [ "$code" != 0 ] || [ "$failed" != 0 ]; then
    docker ps -a --format '{{.Names}} {{.Status}}' || true
    for id in $(docker ps -q); do echo "--- $(docker inspect -f '{{.Name}}' "$id")"; docker logs --tail 12 "$id" 2>&1 | cut -c1-400 || true; done >"$WORK/containers.log" 2>&1
  fi
  (cd "$WORK/src" && compose down -v) >/dev/null 2>&1 || true
  [ -n "${KEEP_ENGINE:-}" ] || "$HERE/engine.sh" stop "$WORK"
  [ "$code" = 0 ] || failed=$((failed + 1))
  log "$passed passed, $failed failed"
  [ "$failed" = 0 ] || exit 1
}
trap cleanup EXIT
"$HERE/base-images.sh" "$WORK"

rm -f "$WORK"/outside.json*
setsid node "$HERE/outside.mjs" "$PROJECT" "$BRIDGE" 19545 19546 "$WORK/outside.json" >"$WORK/outside.log" 2>&1 & OUTSIDE=$!
for _ in $(seq 240); do [ -s "$WORK/outside.json" ] && break; sleep 0.5; done
fact() { node -p "const v = JSON.parse(require('fs').readFileSync('$WORK/outside.json'))$1; typeof v === 'string' ? v : JSON.stringify(v)"; }

# The documented steps, with passwords that must be escaped in a URL.
rm -rf "$WORK/src" "$WORK/backup"; mkdir "$WORK/src"
(cd "$PROJECT" && git ls-files -co --exclude-standard -z | xargs -0 tar -cf - 2>/dev/null) | tar -xf - -C "$WORK/src"
cd "$WORK/src"
cp .env.example .env
give() { sed -i "/^#\?$1=/d" .env; printf '%s=%s\n' "$1" "$2" >>.env; }
give COMPOSE_PROJECT_NAME "$COMPOSE_PROJECT_NAME"; give PUBLIC_URL "$ORIGIN"; give PROXY_SITE https://localhost
give PROXY_HTTP 127.0.0.1:4880; give PROXY_HTTPS "127.0.0.1:$HTTPS_PORT"
give ADMIN_WALLETS "$(fact .admin)"; give TREASURY_WALLET "$(fact .treasury)"; give STAKING_WALLET "$(fact .staking)"
give TOKEN_ADDRESS "$(fact .token)"; give RPC_URL "$(fact .rpc)"; give PUBLIC_RPC_URL http://localhost:19545; give FPL_URL "$(fact .feed)"
give PRIZE_TOKENS "WLD=$(fact .worldcoin)"; give PRIZE_VAULT "$(fact .vault)"; give PRIZE_RESERVES_REQUIRED false
give CALENDAR "$(fact .calendar)"; give PAYMENT_CONFIRMATIONS 1
# All players of this check, and its load, share one address.
give RATE_LIMIT_LOGIN_ADDRESS_PER_MINUTE 10000; give RATE_LIMIT_ADDRESS_PER_MINUTE 10000
sh deploy/secrets.sh >/dev/null
printf '%s\n' "a/b+c#d%2F@e:\"f\\g' \$h=" >secrets/games_db_password
printf '%s\n' "x\"y\\z/#%41 \$HOME" >secrets/games_nats_password
compose down -v >/dev/null 2>&1 || true # left by an interrupted run
check 'docker-compose accepts the file' compose config -q
# The previous release: the latest tag v* before this commit, built in the same way; PREVIOUS names another commit. Before the first
# release the initial schema may still change, so this version is then upgraded to itself (docs/decisions/16-one-initial-schema.md).
PREVIOUS=${PREVIOUS:-$(git -C "$PROJECT" describe --tags --abbrev=0 --match 'v*' HEAD^ 2>/dev/null || true)}
rm -rf "$WORK/previous"; mkdir "$WORK/previous"
if [ -n "$PREVIOUS" ]; then git -C "$PROJECT" archive "$PREVIOUS" | tar -xf - -C "$WORK/previous"; else cp -a . "$WORK/previous"; fi
cp Dockerfile docker-compose.yml .dockerignore .env "$WORK/previous"; cp deploy/health.mjs "$WORK/previous/deploy"
build() { compose build >"$WORK/build.log" 2>&1 || { tail -30 "$WORK/build.log"; exit 1; }; }
if [ -z "${KEEP_IMAGES:-}" ]; then
  log "images of the previous release: ${PREVIOUS:-none, this version}"
  (cd "$WORK/previous" && TOUCHLINE_VERSION=previous build)
  log 'images'
  since=$(date +%s)
  build
  log "built in $(($(date +%s) - since)) s: $(docker images 'touchline-*:latest' --format '{{.Repository}} {{.Size}}' | sort | tr '\n' ' ')"
fi

give TOUCHLINE_VERSION previous
since=$(date +%s)
compose up -d >"$WORK/up.log" 2>&1 || { tail -20 "$WORK/up.log"; exit 1; }
healthy() { [ "$(docker ps --filter "name=$COMPOSE_PROJECT_NAME" --filter health=healthy -q | wc -l)" = "${1:-12}" ]; }
reached() { curl -skf --max-time 5 "$ORIGIN/readyz" >/dev/null; }
settle() { for _ in $(seq 240); do healthy && reached && return 0; sleep 1; done; docker ps -a --format '{{.Names}} {{.Status}}'; return 1; }
check 'two of each are healthy behind TLS, with any passwords' settle
log "started in $(($(date +%s) - since)) s"
player() { node "$HERE/player.mjs" "$PROJECT" "$ORIGIN" "$1" "$WORK/outside.json" "$2" 2>>"$WORK/players.log" | tail -1; }
play() { # WANTED STATUS, WANTED ENTRIES OR MORE, PLAYER, join|pay|again
  local response; response=$(player "$3" "$4")
  [[ ${response% *} == $1 && ${response#* } -ge $2 ]] && return 0
  echo "      player $3: $response, expected $1 $2"; tail -1 "$WORK/players.log"; return 1
}
for _ in $(seq 90); do curl -sk "$ORIGIN/api/games?game_type=WEEKLY&status=UPCOMING" | grep -q '"id"' && break; sleep 1; done
check 'a player joins' play 201 1 1 join
check 'a player pays on the chain and has an entry' play '20[01]' 1 2 pay
limited() { [ "$(node "$HERE/limits.mjs" "$ORIGIN")" = 5 ]; }
check 'two gateways share the limit of sign-ins' limited
inside() { docker exec "$(compose ps -q "$1" | sed -n 1p)" "${@:2}"; }
sealed() { case "$(inside games touch /app/services/games/dist/main.js 2>&1)" in *'Read-only file system'* | *'Permission denied'*) ;; *) return 1 ;; esac; }
check 'a process cannot write its code' sealed
no_secrets() { ! docker inspect $(docker ps -q) | grep -qF "$(cat secrets/gateway_db_password)"; }
check 'no container shows a password' no_secrets

head -c 30 /dev/urandom | base64 >secrets/staking_db_password; head -c 30 /dev/urandom | base64 >secrets/postgres_password
changed() { compose up -d >/dev/null 2>&1 && compose restart staking >/dev/null 2>&1 && settle; }
check 'changed password files change the passwords' changed

node "$HERE/load.mjs" "$ORIGIN" >"$WORK/load.json" 2>&1 & LOAD=$!
since=$(date +%s)
give TOUCHLINE_VERSION latest
check 'every process is replaced by this release' sh deploy/upgrade.sh
log "replaced in $(($(date +%s) - since)) s"
sleep 2; kill "$LOAD" && wait "$LOAD" || true; LOAD=
echo "      $(tail -1 "$WORK/load.json")"
check 'an upgrade under load rejects no request' grep -q '"failed":0,' "$WORK/load.json"
check 'a browser shows the rankings with that team' node "$HERE/browser.mjs" "$PROJECT" "$ORIGIN" "$WORK/outside.json.WEEKLY"
give TOUCHLINE_VERSION previous
check 'the previous release runs on the schema of this one' sh deploy/upgrade.sh games staking
check 'and a player joins' play 201 2 9 join
give TOUCHLINE_VERSION latest
check 'and this release returns' sh deploy/upgrade.sh games staking
stopped() {
  local before output
  before=$(compose ps -q games)
  compose rm -sf staking >/dev/null 2>&1
  ! output=$(sh deploy/upgrade.sh games staking) || return 1
  [[ $output == *'docker compose up -d --no-deps staking' && $before = "$(compose ps -q games)" ]]
}
check 'an upgrade names a service that is not running and replaces nothing' stopped
started() { compose up -d --no-deps staking >/dev/null 2>&1 && settle; }
check 'and its command starts the service' started

gateways() { docker inspect -f '{{.Id}} {{.State.StartedAt}}' $(compose ps -q gateway) | sort; }
before=$(gateways)
alone() {
  REMOTE_TOKEN=$(inside gateway node gateway/dist/release-token.js mf-staking) \
    node "$HERE/publish.mjs" "$PROJECT" "$ORIGIN" mf-staking 9.9.9
}
check 'a remote published alone is available within two seconds' alone
check 'and no gateway was restarted for it' [ "$before" = "$(gateways)" ]

check 'a player reserves' play 201 1 8 reserve
check 'a backup is written' sh deploy/backup.sh "$WORK/backup"
check 'a player joins after the backup' play 201 2 3 join
check 'a player reserves and pays after the backup' play '20[01]' 2 7 pay
check 'a player who reserved before the backup pays after it and leaves' play 201 2 8 transfer
entries() { curl -sk "$ORIGIN/api/games/$(cat "$WORK/outside.json.SEASON")/leaderboard" | node -p 'JSON.parse(require("fs").readFileSync(0)).data.total'; }
counted() { for _ in $(seq 60); do [ "$(entries)" = "$1" ] && return 0; sleep 1; done; echo "      $(entries) entries"; return 1; }
check 'both have an entry' counted 3
# A client of the database besides the services, as metrics or an operator's psql.
inside postgres psql -qU postgres -d touchline -c 'select pg_sleep(3600)' >/dev/null 2>&1 &
check 'the backup is restored while another client uses the database' sh -c "sh deploy/restore.sh '$WORK/backup' >'$WORK/restore.log' 2>&1"
check 'all are healthy after it' settle
check 'a payment for a reservation in the backup is found and credited' counted 2
payouts_due() { [ "$(node "$HERE/payouts-due.mjs" "$PROJECT" "$ORIGIN" "$1" "$2" 2>>"$WORK/players.log")" = "$2" ]; }
check 'a payment for a reservation that is lost has one refund due' payouts_due 7 1
check 'until it is refunded it buys an entry' play '20[01]' 3 7 again
check 'and the refund is no longer due' payouts_due 7 0
check 'no refund is due for a credited payment' payouts_due 8 0
check 'a player of a free game after the backup joins again' play 201 2 3 join

# A failed dependency is reported, and nothing is restarted for it.
bus=$(compose ps -q nats)
noted() { inside fpl-relay node health.mjs | grep -F "$1" >/dev/null; }
without_nats() {
  docker stop "$bus" >/dev/null
  for _ in $(seq 30); do noted '"bus":{"ok":false' && healthy 11 && return 0; sleep 1; done; return 1
}
check 'without NATS all processes stay healthy and report it' without_nats
docker start "$bus" >/dev/null
check 'NATS is back' settle

# kill -9 from outside: Docker does not restart a container after "docker kill".
i=11
for service in games gateway fpl-relay staking admin nats postgres; do
  id=$(compose ps -q "$service" | sed -n 1p)
  kill -9 "$(docker inspect -f '{{.State.Pid}}' "$id")"; sleep 2
  check "killed $service: all are healthy again" settle
  check "killed $service: a player joins" play 201 2 $i join; i=$((i + 1))
done

kill -9 $(docker inspect -f '{{.State.Pid}}' $(docker ps -q)) "$(cat "$WORK/dockerd.pid")" || true
sleep 3; rm -f "$WORK/dockerd.pid"; ip link del docker0 2>/dev/null || true
"$HERE/engine.sh" start "$WORK" >/dev/null
check 'killed all and the engine: all are healthy again' settle
check 'killed all and the engine: a player joins' play 201 2 18 join
