import { brotliCompressSync, constants } from 'node:zlib';
import { type Compiler, rspack } from '@rspack/core';

/** Their content belongs to their name, so a file beside them is never of another build. */
const HASHED = /[.-][0-9a-f]{8}\.(js|css|svg)$/;
/** Smaller files are sent as they are. */
const LEAST_BYTES = 1024;

/**
 * Writes `x.js.br` beside every hashed file that compresses well. Once per build the best quality is cheap; at the first request it
 * would keep a visitor waiting. Sources for debuggers are left out.
 */
export class Compressed {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('Compressed', (compilation) => {
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER;
      compilation.hooks.processAssets.tap({ name: 'Compressed', stage }, (assets) => {
        for (const [name, source] of Object.entries(assets)) {
          const bytes = source.buffer();
          if (!HASHED.test(name) || bytes.length < LEAST_BYTES) continue;
          const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
          compilation.emitAsset(
            `${name}.br`,
            new rspack.sources.RawSource(brotliCompressSync(bytes, { params })),
          );
        }
      });
    });
  }
}
