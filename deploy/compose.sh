# Sourced by the commands of this folder: the Compose that is there, from the project's folder.
cd "$(dirname "$0")/.."
if docker compose version >/dev/null 2>&1; then compose() { docker compose "$@"; }
else compose() { docker-compose "$@"; }; fi
# Runs a command in the first container of a part. docker-compose 1.29 ends its own `exec` with the end of the input, not of the
# output.
inside() { part=$1; shift; docker exec -i "$(compose ps -q "$part" | sed -n 1p)" "$@"; }
# Runs a job of the composition and waits for its end.
job() { compose run --rm --no-deps -T "$@" </dev/null; }
