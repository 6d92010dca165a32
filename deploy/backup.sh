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
# tar ends with 1 if a version is published or deleted while it reads; the complete versions are in the backup.
inside gateway tar --exclude='*.part' -C /remotes -cf - . >"$folder/remotes.part" || [ $? -eq 1 ]
mv "$folder/remotes.part" "$folder/remotes.tar"
ls -l "$folder"
