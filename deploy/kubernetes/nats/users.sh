#!/bin/sh
# sh deploy/kubernetes/nats/users.sh | kubectl apply -n touchline -f -: the users of NATS, those of teams' services included, for the
# chart that values.yaml configures. A change needs `kubectl rollout restart statefulset/nats`.
set -eu
cd "$(dirname "$0")/../../.."
set -- services/*/deploy/nats-user.conf
[ -e "$1" ] || set --
printf 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: nats-users }\ndata:\n  users.conf: |\n'
sh deploy/nats-users.sh deploy/kubernetes/nats/users.conf "$@" | sed 's/^/    /'
