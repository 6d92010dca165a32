#!/bin/sh
# sh deploy/nats-users.sh FILE [USERS...]: prints a configuration of NATS with the users of teams' services, which their folders
# contain, before the operator.
set -eu
file=$1
shift
operator=$(grep -n 'user: "operator"' "$file" | cut -d: -f1)
head -n $((operator - 2)) "$file"
[ $# -eq 0 ] || cat "$@"
tail -n +$((operator - 1)) "$file"
