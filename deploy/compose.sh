# Sourced by the commands of this folder. Uses the installed Compose in the project folder.
cd "$(dirname "$0")/.."
if docker compose version >/dev/null 2>&1; then compose() { docker compose "$@"; }
else compose() { docker-compose "$@"; }; fi
# Runs a command in the first container of a service. The `exec` of docker-compose 1.29 ends with the input instead of the output.
inside() { service=$1; shift; docker exec -i "$(compose ps -q "$service" | sed -n 1p)" "$@"; }
# Runs a job of the Compose stack and waits for it.
job() { compose run --rm --no-deps -T "$@" </dev/null; }
