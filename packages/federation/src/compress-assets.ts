import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { type Compiler, rspack } from '@rspack/core';

/** Their content belongs to their name, so a file beside them is never of another build. */
const HASHED = /[.-][0-9a-f]{8}\.(js|css|svg)$/;
/** Smaller files are sent as they are. */
const MIN_BYTES = 1024;

/**
 * Writes `x.js.br` beside every hashed file that compresses well. Once per build the best quality is cheap; at the first request it
 * would keep a visitor waiting. Sources for debuggers are left out. `unhashed` names other files to compress.
 */
export class CompressAssets {
  readonly #unhashed: readonly string[];

  constructor(unhashed: readonly string[] = []) {
    this.#unhashed = unhashed;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('Compressed', (compilation) => {
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER;
      compilation.hooks.processAssets.tap({ name: 'Compressed', stage }, (assets) => {
        for (const [name, source] of Object.entries(assets)) {
          const bytes = source.buffer();
          if (!HASHED.test(name) || bytes.length < MIN_BYTES) continue;
          compilation.emitAsset(`${name}.br`, new rspack.sources.RawSource(compressBrotli(bytes)));
        }
      });
    });
    // The gateway takes one that is older than its original for that of another build, so these are written last.
    compiler.hooks.afterEmit.tap('Compressed', () => {
      for (const name of this.#unhashed) {
        const path = join(compiler.outputPath, name);
        writeFileSync(`${path}.br`, compressBrotli(readFileSync(path)));
      }
    });
  }
}

const compressBrotli = (bytes: Buffer) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
