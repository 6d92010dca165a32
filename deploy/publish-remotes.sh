#!/bin/sh
# Puts the remotes of this image into the volume as name/version; published files are never changed.
set -eu
for folder in mf-*; do
  version=$(node -p "require('./$folder/package.json').version")
  target="/remotes/$folder/$version"
  [ -d "$target" ] && continue
  mkdir -p "/remotes/$folder"
  cp -r "$folder/dist" "$target.part"
  mv "$target.part" "$target"
  echo "published $folder $version"
done
