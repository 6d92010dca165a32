/**
 * The modules of Module Federation's bundler runtime for builds that have remotes of their own, or shared modules in their entry. A
 * remote has neither.
 */
export const REMOTES = /[\\/]webpack-bundler-runtime[\\/]dist[\\/](remotes|installInitialConsumes)\.js$/;

/** A loader: the same names as the module, doing nothing: they are called with every chunk. Nearly a kilobyte of its entry. */
// biome-ignore lint/style/noDefaultExport: that is how a loader is found
export default function withoutRemotes(source: string): string {
  const names = /^export \{ (.*) \};/m.exec(source)?.[1]?.split(', ') ?? [];
  return names.map((name) => `export const ${name} = () => {};`).join('\n');
}
