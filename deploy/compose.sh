# Sourced by the commands of this folder: the Compose that is there, from the project's folder.
cd "$(dirname "$0")/.."
if docker compose version >/dev/null 2>&1; then compose() { docker compose "$@"; }
else compose() { docker-compose "$@"; }; fi
# Runs a job of the composition and waits for its end.
job() { compose run --rm --no-deps -T "$@" </dev/null; }
