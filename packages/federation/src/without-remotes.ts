/**
 * Modules of Module Federation's bundler runtime for builds that consume other remotes or have shared modules in their entry. Our
 * remotes do neither.
 */
export const REMOTES = /[\\/]webpack-bundler-runtime[\\/]dist[\\/](remotes|installInitialConsumes)\.js$/;

/** Loader: exports the same names as empty functions, because the runtime calls them for every chunk. */
// biome-ignore lint/style/noDefaultExport: rspack loaders are default exports
export default function withoutRemotes(source: string): string {
  const names = /^export \{ (.*) \};/m.exec(source)?.[1]?.split(', ') ?? [];
  return names.map((name) => `export const ${name} = () => {};`).join('\n');
}
