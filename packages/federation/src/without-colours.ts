/** Mantine's variables for every colour that it knows. */
export const COLOURS = /[\\/]@mantine[\\/]core[\\/]styles[\\/]default-css-variables\.css$/;

/** Those that our theme gives no meaning, so that nothing may use them (packages/ui/src/theme/theme.ts). */
const UNUSED = /^\s*--mantine-color-(?:cyan|grape|indigo|lime|pink|violet)-[\w-]+: [^;]+;\n/gm;

/** A loader: the same styles without these. They come before the first paint, and were a tenth of what does. */
// biome-ignore lint/style/noDefaultExport: that is how a loader is found
export default function withoutColours(source: string): string {
  return source.replace(UNUSED, '');
}
