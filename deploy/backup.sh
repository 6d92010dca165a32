#!/bin/sh
# sh deploy/backup.sh [FOLDER]: what cannot be made again, while everything goes on: the database, at one moment, and the files of
# the published remotes. The secrets are not in it: keep ./secrets somewhere else.
set -eu
umask 077
folder=${1:-backups/$(date -u +%Y%m%dT%H%M%SZ)}
case "$folder" in /*) ;; *) [ $# -eq 0 ] || folder=$PWD/$folder ;; esac
. "$(dirname "$0")/compose.sh"
mkdir -p "$folder"
inside postgres pg_dump -U postgres -Fc touchline >"$folder/database.part"
inside postgres pg_restore --list <"$folder/database.part" >/dev/null
mv "$folder/database.part" "$folder/database"
inside gateway tar -C /remotes -cf - . >"$folder/remotes.part"
mv "$folder/remotes.part" "$folder/remotes.tar"
ls -l "$folder"
