/** Texts of Module Federation's errors. The messages keep their codes, which its documentation explains. */
export const DESCRIPTIONS = /[\\/]error-codes[\\/]dist[\\/]desc\.(mjs|js)$/;

/** Loader: exports the same names as empty objects, to shrink the shell and every remote. */
// biome-ignore lint/style/noDefaultExport: rspack loaders are default exports
export default function withoutDescriptions(source: string): string {
  const names = /^export \{ (.*) \};/m.exec(source)?.[1]?.split(', ') ?? [];
  return names.map((name) => `export const ${name} = {};`).join('\n');
}
