/** Mantine's ScrollArea, which imports one small hook from the tooltip positioning library. */
export const SCROLL_AREA =
  /[\\/]@mantine[\\/]core[\\/]esm[\\/]components[\\/]ScrollArea[\\/]ScrollArea\.mjs$/;

const FLOATING_IMPORT = 'import { useMergeRefs } from "@floating-ui/react";';
/** Equivalent hook of Mantine. */
const MANTINE_IMPORT =
  'import { useMergedRef } from "@mantine/hooks";\nconst useMergeRefs = (refs) => useMergedRef(...refs);';

/** Loader: replaces the hook with Mantine's own. Otherwise every page with a table would load the whole positioning library. */
// biome-ignore lint/style/noDefaultExport: rspack loaders are default exports
export default function useMantineMergedRefs(source: string): string {
  if (!source.includes(FLOATING_IMPORT))
    throw new Error('ScrollArea has changed: see use-mantine-merged-refs.ts');
  return source.replace(FLOATING_IMPORT, MANTINE_IMPORT);
}
