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
# Versions that are published or deleted while tar reads give status 1. Files of a publication that has not ended are left out.
inside gateway sh -c 'tar -C /remotes --anchored --no-wildcards-match-slash --exclude="./*/*.part" -cf - . || [ $? -eq 1 ]' \
  >"$folder/remotes.part"
mv "$folder/remotes.part" "$folder/remotes.tar"
ls -l "$folder"
