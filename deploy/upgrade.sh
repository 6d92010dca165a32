#!/bin/sh
# sh deploy/upgrade.sh [PART...]: replaces the processes of each part one after another by new ones of the images and settings of
# today, so that no call is refused. Build or pull the images first (docker compose build). Going back is the same with the
# images of before; a schema never goes back (docs/operations.md).
set -eu
. "$(dirname "$0")/compose.sh"
[ $# -gt 0 ] || set -- fpl-relay games staking admin gateway

# Waits until a new container is ready, without waiting for its next health check; if it does not become so, the new ones go and
# the old ones stay.
await() {
  tries=0
  until docker exec "$1" node health.mjs >/dev/null 2>&1; do
    tries=$((tries + 1))
    if [ "$tries" -ge 180 ]; then
      docker logs --tail 20 "$1"
      docker rm -f $new >/dev/null
      echo "$part: the new processes are not ready and were removed; the old ones still run"
      exit 1
    fi
    sleep 1
  done
}

job prepare-database >/dev/null
job prepare-bus >/dev/null
for part; do
  old=$(compose ps -q "$part")
  count=$(echo "$old" | grep -c .)
  compose up -d --no-deps --no-recreate --no-build --scale "$part=$((count * 2))" "$part" >/dev/null 2>&1
  new=
  for id in $(compose ps -q "$part"); do
    case "$old" in *"$id"*) ;; *) new="$new $id" ;; esac
  done
  for id in $new; do await "$id"; done
  for id in $old; do
    docker stop -t 20 "$id" >/dev/null && docker rm "$id" >/dev/null
  done
  echo "$part: $count replaced"
done
case " $* " in *' gateway '*) job publish-remotes ;; esac
