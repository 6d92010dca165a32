import { chmodSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDir } from './cache-dir.ts';
import { aptUnpack } from './debian.ts';
import { isExecutable } from './find-program.ts';

const PROGRAM = 'usr/lib/chromium/chromium';

const folder = () => join(cacheDir(), 'chromium');
const launcher = (dir: string) => join(dir, 'start-chromium');

/** Debian's chromium in this user's cache, if it was unpacked there. */
export function unpackedChromium(): string | undefined {
  const path = launcher(folder());
  return isExecutable(path) ? path : undefined;
}

/** Unpacks it there, without root. @throws Error when Debian's packages do not contain it */
export async function unpackChromium(): Promise<string> {
  await aptUnpack('chromium', folder(), completeChromium);
  return launcher(folder());
}

/**
 * Adds a start script that points to the unpacked libraries and fonts, including libraries in subfolders (pulseaudio).
 */
export function completeChromium(dir: string): void {
  if (!existsSync(join(dir, PROGRAM))) throw new Error(`Debian's package contains no ${PROGRAM}`);
  const libraries = libraryFolders(dir).map((path) => `$here/${path}`);
  writeFileSync(join(dir, 'fonts.conf'), FONTS);
  writeFileSync(
    launcher(dir),
    `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
export LD_LIBRARY_PATH="${libraries.join(':')}"
export FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/${PROGRAM}" "$@"
`,
  );
  chmodSync(launcher(dir), 0o755);
}

const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">usr/share/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/** Folders with shared libraries: the architecture's (x86_64-linux-gnu) and their direct subfolders. */
function libraryFolders(dir: string): string[] {
  return ['usr/lib', 'lib']
    .flatMap((lib) => subfolders(dir, lib).filter((path) => path.endsWith('-linux-gnu')))
    .flatMap((path) => [path, ...subfolders(dir, path)])
    .filter((path) => readdirSync(join(dir, path)).some((name) => /\.so(\.|$)/.test(name)));
}

function subfolders(dir: string, path: string): string[] {
  if (!existsSync(join(dir, path))) return [];
  const entries = readdirSync(join(dir, path), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map((entry) => `${path}/${entry.name}`);
}
