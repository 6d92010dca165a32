/** Mantine's ScrollArea, which takes one small hook from the library that places tooltips. */
export const SCROLL_AREA =
  /[\\/]@mantine[\\/]core[\\/]esm[\\/]components[\\/]ScrollArea[\\/]ScrollArea\.mjs$/;

const FLOATING_IMPORT = 'import { useMergeRefs } from "@floating-ui/react";';
/** Mantine's own hook does the same. */
const MANTINE_IMPORT =
  'import { useMergedRef } from "@mantine/hooks";\nconst useMergeRefs = (refs) => useMergedRef(...refs);';

/** A loader: takes the hook from Mantine instead. The bundler would fetch the whole library with every table, 18 kB on the wire. */
// biome-ignore lint/style/noDefaultExport: that is how a loader is found
export default function useMantineMergedRefs(source: string): string {
  if (!source.includes(FLOATING_IMPORT)) throw new Error('ScrollArea has changed: see own-merged-refs.ts');
  return source.replace(FLOATING_IMPORT, MANTINE_IMPORT);
}
