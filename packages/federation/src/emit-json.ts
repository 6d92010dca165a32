import { type Compiler, rspack } from '@rspack/core';

/** Adds a JSON file to a build. */
export class EmitJson {
  readonly #name: string;
  readonly #text: string;
  constructor(name: string, value: unknown) {
    this.#name = name;
    this.#text = JSON.stringify(value, null, 2);
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('EmitJson', (compilation) => {
      compilation.hooks.processAssets.tap('EmitJson', () => {
        compilation.emitAsset(this.#name, new rspack.sources.RawSource(this.#text));
      });
    });
  }
}
