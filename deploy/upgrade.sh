#!/bin/sh
# sh deploy/upgrade.sh [SERVICE...]: replaces the processes of each service, one by one, with processes of the current images and
# settings, without rejecting a request. Build the images first (docker compose build). Roll back in the same way with the previous
# images; a schema never moves back (docs/operations/production.md).
set -eu
. "$(dirname "$0")/compose.sh"
[ $# -gt 0 ] || set -- fpl-relay games staking admin gateway

# Waits until a new container is ready, without waiting for its next health check.
await() {
  tries=0
  until docker exec "$1" node health.mjs >/dev/null 2>&1; do
    tries=$((tries + 1))
    if [ "$tries" -ge 180 ]; then
      docker logs --tail 20 "$1"
      exit 1
    fi
    sleep 1
  done
}

# Prints the containers of the service that this upgrade has started.
list_new() {
  for id in $(compose ps -q "$service"); do
    case "$old" in *"$id"*) ;; *) echo "$id" ;; esac
  done
}

# Lets the remaining processes of a team service register, because the gateway forwards what was registered last. A process that
# cannot receive the signal registers when it starts again.
register() {
  case "$service" in
    fpl-relay | games | staking | admin | gateway) ;;
    *) docker kill -s USR2 "$@" >/dev/null || true ;;
  esac
}

# Removes the new containers and keeps the old ones: the next upgrade would replace both.
discard() {
  trap '' INT TERM HUP
  new=$(list_new)
  [ -z "$new" ] || docker rm -f $new >/dev/null
  register $old
  echo "$service: the upgrade stopped; its new processes were removed; the old ones still run"
}

job prepare-database >/dev/null
job prepare-bus >/dev/null
stopped=
for service; do
  running=$(compose ps -q "$service")
  [ -n "$running" ] || stopped="$stopped $service"
done
if [ -n "$stopped" ]; then
  echo "not running:$stopped; nothing was replaced. Start first: docker compose up -d --no-deps$stopped"
  exit 1
fi
for service; do
  old=$(compose ps -q "$service")
  count=$(echo "$old" | wc -l)
  trap discard EXIT
  trap 'exit 1' INT TERM HUP
  output=$(compose up -d --no-deps --no-recreate --no-build --scale "$service=$((count * 2))" "$service" 2>&1) || {
    echo "$output"
    exit 1
  }
  for id in $(list_new); do await "$id"; done
  trap - EXIT
  trap '' INT TERM HUP # replaced by half, the service would have too many processes
  for id in $old; do
    docker stop -t 20 "$id" >/dev/null && docker rm "$id" >/dev/null
  done
  register $(compose ps -q "$service")
  trap - INT TERM HUP
  echo "$service: $count replaced"
done
case " $* " in *' gateway '*) job publish-remotes ;; esac
