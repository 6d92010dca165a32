/** Mantine's colours that our theme does not define, so no component may use them (packages/ui/src/theme/theme.ts). */
export const UNUSED_COLOURS = ['cyan', 'grape', 'indigo', 'lime', 'pink', 'violet'];

const SHADES = Array.from({ length: 10 }, (_, shade) => String(shade));
const VARIANTS = ['filled', 'light', 'outline'].flatMap((variant) => [variant, `${variant}-hover`]);

/**
 * Names of Mantine's CSS variables for these colours. The minimiser removes them: every page waits for the style sheet with the
 * variables.
 */
export const UNUSED_VARIABLES = UNUSED_COLOURS.flatMap((colour) =>
  [...SHADES, ...VARIANTS, 'light-color', 'text'].map((suffix) => `--mantine-color-${colour}-${suffix}`),
);
