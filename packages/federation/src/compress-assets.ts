import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { type Compiler, rspack } from '@rspack/core';

/** The hash in the name identifies the content, so a compressed file next to it can't belong to another build. */
const HASHED = /[.-][0-9a-f]{8}\.(js|css|svg)$/;
/** Smaller files are not compressed. */
const MIN_BYTES = 1024;

/**
 * Writes `x.js.br` next to every hashed file that compresses well. The best quality is affordable once per build, but would delay
 * the first request. Source maps are left out. `unhashed` lists additional files to compress.
 */
export class CompressAssets {
  readonly #unhashed: readonly string[];

  constructor(unhashed: readonly string[] = []) {
    this.#unhashed = unhashed;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('CompressAssets', (compilation) => {
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER;
      compilation.hooks.processAssets.tap({ name: 'CompressAssets', stage }, (assets) => {
        for (const [name, source] of Object.entries(assets)) {
          const bytes = source.buffer();
          if (!HASHED.test(name) || bytes.length < MIN_BYTES) continue;
          compilation.emitAsset(`${name}.br`, new rspack.sources.RawSource(compressBrotli(bytes)));
        }
      });
    });
    // The gateway ignores a compressed file that is older than its original, so these are written last.
    compiler.hooks.afterEmit.tap('CompressAssets', () => {
      for (const name of this.#unhashed) {
        const path = join(compiler.outputPath, name);
        writeFileSync(`${path}.br`, compressBrotli(readFileSync(path)));
      }
    });
  }
}

const compressBrotli = (bytes: Buffer) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
