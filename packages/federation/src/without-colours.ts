/** Mantine's style sheet with the variables of every built-in colour. */
export const COLOURS = /[\\/]@mantine[\\/]core[\\/]styles[\\/]default-css-variables\.css$/;

/** Colours that our theme does not define, so no component may use them (packages/ui/src/theme/theme.ts). */
const UNUSED = /^\s*--mantine-color-(?:cyan|grape|indigo|lime|pink|violet)-[\w-]+: [^;]+;\n/gm;

/** Loader: removes the unused variables from a style sheet that blocks the first paint. */
// biome-ignore lint/style/noDefaultExport: rspack loaders are default exports
export default function withoutColours(source: string): string {
  return source.replace(UNUSED, '');
}
