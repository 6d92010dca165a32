import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';
import { ActionButton } from './ActionButton.tsx';

/** Tokens by hue name: our own names, and the names that Mantine's components use. */
const HUE_NAMES = {
  grass: 'grass',
  gold: 'gold',
  danger: 'danger',
  warn: 'warn',
  info: 'info',
  green: 'grass',
  teal: 'grass',
  yellow: 'gold',
  red: 'danger',
  orange: 'warn',
  blue: 'info',
} as const;

/** Builds ten shades from the two tokens of a hue: index 4 is the dark theme's token, index 7 the light theme's ink. */
function buildShades(dark: string, light: string): MantineColorsTuple {
  return [
    mix(dark, '#ffffff', 0.85),
    mix(dark, '#ffffff', 0.7),
    mix(dark, '#ffffff', 0.5),
    mix(dark, '#ffffff', 0.25),
    dark,
    mix(dark, light, 0.35),
    mix(dark, light, 0.7),
    light,
    mix(light, '#000000', 0.15),
    mix(light, '#000000', 0.35),
  ];
}

function mix(from: string, to: string, share: number): string {
  const channel = (hex: string, at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) =>
    Math.round(channel(from, at) * (1 - share) + channel(to, at) * share)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${mixed.join('')}`;
}

const SHADES = {
  grass: buildShades('#2bd576', '#0a7a3c'),
  gold: buildShades('#f5c84b', '#855c00'),
  danger: buildShades('#ff6170', '#b81f34'),
  warn: buildShades('#ffa94d', '#985200'),
  info: buildShades('#6cb6ff', '#1460ab'),
};
const HUES = Object.fromEntries(Object.entries(HUE_NAMES).map(([hue, token]) => [hue, SHADES[token]]));

/** Makes the text on a filled hue depend on the colour scheme, which Mantine's default resolver ignores. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  const hue = input.color ?? 'grass';
  return input.variant === 'filled' && hue in HUE_NAMES ? { ...colors, color: 'var(--tl-on-ink)' } : colors;
};

/** Keeps the header of a dialog from being a second banner of the page. */
const attributes = { header: { role: 'presentation' } };

/** The Mantine theme. Its hues are grass (primary), gold, danger, warn and info. Mantine's colour names map to these. */
export const theme = createTheme({
  primaryColor: 'grass',
  primaryShade: { dark: 4, light: 7 },
  variantColorResolver,
  black: '#10161e',
  white: '#ffffff',
  colors: {
    ...HUES,
    gray: [
      '#f5f7fa',
      '#eef2f6',
      '#e3e9f0',
      '#d8e0e9',
      '#b9c5d3',
      '#76869b',
      '#55647a',
      '#3d4a5c',
      '#263141',
      '#10161e',
    ],
    dark: [
      '#e8edf4',
      '#c5d0dc',
      '#93a3b6',
      '#7b8da3',
      '#263141',
      '#212b38',
      '#1a222d',
      '#121821',
      '#0b0f14',
      '#070a0e',
    ],
  },
  fontFamily: 'var(--tl-font)',
  headings: {
    fontFamily: 'var(--tl-font-display)',
    fontWeight: '700',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: 'clamp(2rem, 1.5rem + 2.2vw, 2.75rem)', lineHeight: '1.05' },
      h2: { fontSize: '1.75rem', lineHeight: '1.1' },
      h3: { fontSize: '1.375rem', lineHeight: '1.15' },
      h4: { fontSize: '1.125rem', lineHeight: '1.2' },
    },
  },
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '10px', lg: '14px', xl: '22px' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    // Touch targets are 44 px high.
    ActionIcon: { defaultProps: { size: 44, variant: 'subtle', color: 'gray' } },
    Button: { defaultProps: { size: 'md', component: ActionButton }, styles: { root: { minHeight: 44 } } },
    Alert: { defaultProps: { variant: 'light' } },
    Badge: { defaultProps: { variant: 'light', radius: 'sm' }, styles: { root: { textTransform: 'none' } } },
    InputWrapper: {
      styles: {
        label: { marginBottom: 4, fontSize: '0.8125rem', fontWeight: 500, color: 'var(--tl-muted)' },
      },
    },
    SegmentedControl: {
      defaultProps: { radius: 'md' },
      styles: {
        root: { backgroundColor: 'var(--tl-raised)', border: '1px solid var(--tl-line)' },
        indicator: { backgroundColor: 'var(--tl-chosen)' },
        label: { display: 'flex', minHeight: 44, alignItems: 'center', justifyContent: 'center' },
        innerLabel: { overflow: 'hidden', textOverflow: 'ellipsis' },
      },
    },
    Switch: { styles: { body: { minHeight: 44, alignItems: 'center' } } },
    Checkbox: { defaultProps: { iconColor: 'var(--tl-on-ink)' } },
    TextInput: { defaultProps: { size: 'md' } },
    NativeSelect: { defaultProps: { size: 'md' } },
    Modal: {
      defaultProps: { centered: true, radius: 'lg', overlayProps: { backgroundOpacity: 0.7 }, attributes },
    },
    Drawer: { defaultProps: { attributes } },
    Tooltip: { defaultProps: { withArrow: true, events: { hover: true, focus: true, touch: true } } },
  },
});

function buildHueVariables([hue, token]: [string, string]): Record<string, string> {
  const ink = `var(--tl-${token}-ink)`;
  return {
    [`--mantine-color-${hue}-text`]: ink,
    [`--mantine-color-${hue}-light`]: `color-mix(in srgb, var(--tl-${token}) 14%, var(--tl-surface))`,
    [`--mantine-color-${hue}-light-hover`]: `color-mix(in srgb, var(--tl-${token}) 20%, var(--tl-surface))`,
    [`--mantine-color-${hue}-light-color`]: ink,
    [`--mantine-color-${hue}-outline`]: ink,
  };
}

const surfaces: Record<string, string> = {
  '--mantine-color-body': 'var(--tl-surface)',
  '--mantine-color-text': 'var(--tl-text)',
  '--mantine-color-bright': 'var(--tl-text)',
  '--mantine-color-dimmed': 'var(--tl-muted)',
  '--mantine-color-placeholder': 'var(--tl-muted)',
  '--mantine-color-default': 'var(--tl-raised)',
  '--mantine-color-default-hover': 'color-mix(in srgb, var(--tl-line) 60%, var(--tl-raised))',
  '--mantine-color-default-color': 'var(--tl-text)',
  '--mantine-color-default-border': 'var(--tl-line)',
  '--mantine-color-error': 'var(--tl-danger-ink)',
  '--mantine-color-success': 'var(--tl-grass-ink)',
  '--mantine-color-anchor': 'var(--tl-grass-ink)',
  '--mantine-primary-color-contrast': 'var(--tl-on-ink)',
  '--mantine-color-gray-light': 'var(--tl-raised)',
  '--mantine-color-gray-light-hover': 'var(--tl-line)',
  '--mantine-color-gray-light-color': 'var(--tl-muted)',
  '--mantine-color-gray-text': 'var(--tl-muted)',
  '--mantine-color-gray-outline': 'var(--tl-line)',
};

const themed = Object.assign({}, surfaces, ...Object.entries(HUE_NAMES).map(buildHueVariables));
/** Sets Mantine's CSS variables to our tokens. */
export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, dark: themed, light: themed });
