import { type Compilation, type Compiler, type Module, rspack } from '@rspack/core';
import { SHARED } from './shared.ts';

interface ManifestOptions {
  /** Of the container. */
  scope: string;
  /** The chunk of `./remote`. */
  chunk: string;
}

/**
 * Writes mf-manifest.json in Module Federation's form, as far as publishing reads it (packages/api/src/remote-manifest.ts): the entry,
 * the files of the exposed module, and the shared modules that are really used.
 */
export class Manifest {
  readonly #options: ManifestOptions;
  constructor(options: ManifestOptions) {
    this.#options = options;
  }

  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('Manifest', (compilation) => {
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: 'Manifest', stage }, () => {
        const text = JSON.stringify(manifestOf(compilation, this.#options));
        compilation.emitAsset('mf-manifest.json', new rspack.sources.RawSource(text));
      });
    });
  }
}

function manifestOf(compilation: Compilation, { scope, chunk }: ManifestOptions) {
  const files = (...chunks: readonly { files: ReadonlySet<string> }[]) =>
    chunks.flatMap((one) => [...one.files]);
  const entry = files(...(compilation.entrypoints.get(scope)?.chunks ?? []));
  const page = compilation.namedChunks.get(chunk);
  const sync = page ? files(...[...page.groupsIterable].flatMap((group) => group.chunks)) : [];
  const later = files(...compilation.chunks).filter((file) => !entry.includes(file) && !sync.includes(file));
  const assets = (extension: string) => ({
    sync: sync.filter((file) => file.endsWith(extension)),
    async: later.filter((file) => file.endsWith(extension)),
  });
  const used = new Set([...compilation.modules].map(requestOf));
  return {
    id: scope,
    name: scope,
    metaData: {
      name: scope,
      globalName: scope,
      remoteEntry: { name: entry.find((file) => file.endsWith('.js')), path: '', type: 'global' },
    },
    exposes: [{ name: 'remote', path: './remote', assets: { js: assets('.js'), css: assets('.css') } }],
    shared: SHARED.filter(({ request }) => used.has(request)).map(({ request, remote }) => ({
      name: request,
      singleton: true,
      requiredVersion: remote,
    })),
  };
}

/** Of a module that stands for a shared one, like `consume shared module (default) react@^19.3.0 (strict) (singleton)`. */
const requestOf = (module: Module) =>
  /^consume shared module \(\w+\) (\S+)@/.exec(module.readableIdentifier())?.[1];
