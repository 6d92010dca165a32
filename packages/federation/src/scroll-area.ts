/** Path of Mantine's ScrollArea, and its only import of the tooltip positioning library. */
export const SCROLL_AREA =
  /[\\/]@mantine[\\/]core[\\/]esm[\\/]components[\\/]ScrollArea[\\/]ScrollArea\.mjs$/;
export const POSITIONING = '@floating-ui/react';

/** Resolves that import, one small hook, to our own module. Otherwise every page with a table would load the whole library. */
export const SCROLL_AREA_RULE = {
  test: SCROLL_AREA,
  resolve: { alias: { [`${POSITIONING}$`]: '@touchline/ui/merge-refs' } },
};
