#!/bin/bash
# deploy/check/engine.sh start|stop WORK: a private Docker Engine (own socket, data and networks), also without systemd.
# Debian's docker.io and docker-compose. `start` prints the DOCKER_HOST. Root.
set -euo pipefail
WORK=$(realpath -m "$2"); mkdir -p "$WORK"
BRIDGE=${BRIDGE:-10.87.0.1} POOL=${POOL:-10.91.0.0/16}
export DOCKER_HOST=unix://$WORK/docker.sock
case "$1" in
start)
  if docker info >/dev/null 2>&1; then echo "$DOCKER_HOST"; exit; fi
  ip link show docker0 >/dev/null 2>&1 && { echo 'docker0 exists: another engine runs here' >&2; exit 1; }
  # nofile and nproc: what a small machine's kernel allows a container
  setsid dockerd --host "$DOCKER_HOST" --data-root "$WORK/docker" --exec-root "$WORK/exec" --pidfile "$WORK/dockerd.pid" \
    --default-ulimit nofile=1024:1024 --default-ulimit nproc=1000:1000 \
    --bip "$BRIDGE/24" --default-address-pool "base=$POOL,size=24" >>"$WORK/dockerd.log" 2>&1 &
  for _ in $(seq 120); do docker info >/dev/null 2>&1 && break; sleep 0.5; done
  docker info >/dev/null 2>&1 || { tail -5 "$WORK/dockerd.log" >&2; exit 1; }
  echo "$DOCKER_HOST"
  ;;
stop)
  docker ps -aq | xargs -r docker rm -f >/dev/null 2>&1 || true
  docker network prune -f >/dev/null 2>&1 || true
  kill "$(cat "$WORK/dockerd.pid")" 2>/dev/null || true
  for _ in $(seq 60); do [ -e "$WORK/dockerd.pid" ] || break; sleep 0.25; done
  ip link del docker0 2>/dev/null || true
  ;;
esac
