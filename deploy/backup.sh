#!/bin/sh
# sh deploy/backup.sh [FOLDER]: backs up the database (one consistent snapshot) and the files of published remotes without
# downtime. It contains no secrets: keep ./secrets elsewhere.
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
