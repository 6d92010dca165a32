import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isCompressible } from './content-types.ts';
import { type FoundFile, findFile } from './find-file.ts';

const SMALLEST = 1024;
const CACHE_BYTES = 64 * 1024 * 1024;

export type Encoding = 'br' | 'gzip' | 'identity';

export interface EncodedFile {
  encoding: Encoding;
  body: Buffer;
}

/** Bodies of files, compressed once: from a file beside it (`x.js.br`), else made here and remembered. */
export interface EncodedFiles {
  /** The best form of a file for an Accept-Encoding header. Chromium lists gzip first: br is asked for alone. */
  read(file: FoundFile, acceptEncoding: string): Promise<EncodedFile>;
}

const compress = {
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 8 } }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 9 }),
};

export function createEncodedFiles(): EncodedFiles {
  const cache = new Map<string, Promise<Buffer>>();
  let cachedBytes = 0;

  function remember(key: string, made: Promise<Buffer>): Promise<Buffer> {
    cache.set(key, made);
    made.then(
      (body) => {
        cachedBytes += body.length;
        if (cachedBytes <= CACHE_BYTES) return;
        cache.clear();
        cachedBytes = 0;
      },
      () => cache.delete(key),
    );
    return made;
  }

  async function make(file: FoundFile, encoding: 'br' | 'gzip'): Promise<Buffer> {
    const beside = await besideFile(file, encoding === 'br' ? '.br' : '.gz');
    return beside ?? compress[encoding](await readFile(file.path));
  }

  return {
    async read(file, acceptEncoding) {
      const encoding = bestEncoding(file, acceptEncoding);
      if (encoding === 'identity') return { encoding, body: await readFile(file.path) };
      const key = `${encoding} ${file.path} ${file.stats.mtimeMs} ${file.stats.size}`;
      return { encoding, body: await (cache.get(key) ?? remember(key, make(file, encoding))) };
    },
  };
}

function bestEncoding(file: FoundFile, acceptEncoding: string): Encoding {
  if (!isCompressible(file.path) || file.stats.size < SMALLEST) return 'identity';
  if (accepts(acceptEncoding, 'br')) return 'br';
  return accepts(acceptEncoding, 'gzip') ? 'gzip' : 'identity';
}

const accepts = (header: string, encoding: string) =>
  header.split(',').some((part) => {
    const [name, ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    return name === encoding && !parameters.some((text) => /^q=0(\.0*)?$/.test(text));
  });

/** What was compressed at build time, unless the file was built again since. */
async function besideFile(file: FoundFile, ending: string): Promise<Buffer | null> {
  const folder = file.path.slice(0, file.path.lastIndexOf('/'));
  const name = file.path.slice(folder.length + 1) + ending;
  const found = await findFile(folder, name);
  return found && found.stats.mtimeMs >= file.stats.mtimeMs ? readFile(found.path) : null;
}
