import { rmSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';

export const FONT = 'Barlow Condensed';
const WEIGHTS = [600, 700];
const resolve = createRequire(import.meta.url).resolve;

/** Writes the display font (SIL Open Font License) as TrueType files, because the renderer does not support WOFF. */
export async function writeFontFiles(): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'touchline-fonts-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return Promise.all(
    WEIGHTS.map(async (weight) => {
      const woff = resolve(`@fontsource/barlow-condensed/files/barlow-condensed-latin-${weight}-normal.woff`);
      const path = join(folder, `${weight}.ttf`);
      await writeFile(path, unpackWoff(await readFile(woff)));
      return path;
    }),
  );
}

const WOFF_HEADER = 44;
const WOFF_ENTRY = 20;
const SFNT_HEADER = 12;
const SFNT_ENTRY = 16;

/** Unpacks a WOFF 1.0 font (https://www.w3.org/TR/WOFF/): the same tables, each deflated separately. */
function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const log = Math.floor(Math.log2(count));
  const head = Buffer.alloc(SFNT_HEADER + SFNT_ENTRY * count);
  woff.copy(head, 0, 4, 8); // the flavour
  head.writeUInt16BE(count, 4);
  head.writeUInt16BE(SFNT_ENTRY * 2 ** log, 6);
  head.writeUInt16BE(log, 8);
  head.writeUInt16BE(SFNT_ENTRY * (count - 2 ** log), 10);
  const chunks: Buffer[] = [head];
  let offset = head.length;
  for (let index = 0; index < count; index++) {
    const entry = woff.subarray(WOFF_HEADER + WOFF_ENTRY * index);
    const [from, packed, length] = [entry.readUInt32BE(4), entry.readUInt32BE(8), entry.readUInt32BE(12)];
    const stored = woff.subarray(from, from + packed);
    const table = packed < length ? inflateSync(stored) : stored;
    const at = SFNT_HEADER + SFNT_ENTRY * index;
    entry.copy(head, at, 0, 4); // tag
    entry.copy(head, at + 4, 16, 20); // checksum
    head.writeUInt32BE(offset, at + 8);
    head.writeUInt32BE(length, at + 12);
    chunks.push(table, Buffer.alloc((4 - (length % 4)) % 4));
    offset += length + ((4 - (length % 4)) % 4);
  }
  return Buffer.concat(chunks);
}
