#!/bin/sh
# Puts the remotes of this image into the volume as name/version-hash; published files are never changed. What was
# deployed last is current: the gateway takes the folder that was touched last.
set -eu
remotes=${1:-/remotes}

# The compiler's declarations lie beside the browser's files; nobody downloads them.
served() {
  find . -type f ! -name '*.d.ts' ! -name '*.d.ts.map' ! -name '*.tsbuildinfo' | LC_ALL=C sort
}

for folder in mf-*; do
  version=$(node -p "require('./$folder/package.json').version")
  hash=$(cd "$folder/dist" && served | xargs sha256sum | sha256sum | cut -c1-10)
  target="$remotes/$folder/$version-$hash"
  if [ ! -d "$target" ]; then
    rm -rf "$target.part"
    mkdir -p "$target.part"
    (cd "$folder/dist" && served | xargs cp --parents -t "$target.part")
    mv "$target.part" "$target"
    echo "published $folder $version-$hash"
  fi
  touch "$target"
done
