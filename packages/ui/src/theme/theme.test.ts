import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contrast } from '../colour.ts';

const css = readFileSync(join(import.meta.dirname, 'theme.css'), 'utf8');

function readTokens(selector: string): Record<string, string> {
  const block = css.slice(css.indexOf(`${selector} {`)).split('}')[0] ?? '';
  return Object.fromEntries(
    [...block.matchAll(/--tl-([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex]),
  );
}

/** Mixes two colours in the same way as color-mix(in srgb). */
function mix(over: string, under: string, share: number): string {
  const at = (hex: string, index: number) => Number.parseInt(hex.slice(index, index + 2), 16);
  return `#${[1, 3, 5]
    .map((i) =>
      Math.round(at(over, i) * share + at(under, i) * (1 - share))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

const HUES = ['grass', 'gold', 'danger', 'warn', 'info'];
const AA = 4.5;

describe.each([
  ['dark', ':root:not([data-mantine-color-scheme="light"])', '#0b0f14', '#2bd576'],
  ['light', ':root', '#f5f7fa', '#0e8f48'],
])('the %s theme', (_, selector, ground, grass) => {
  const token = readTokens(selector);
  const grounds = ['ground', 'surface', 'raised'].map((name) => token[name] ?? '');

  it('the theme has the design tokens', () => {
    expect(token).toMatchObject({ ground, grass });
  });

  it.each(['text', 'muted', ...HUES.map((hue) => `${hue}-ink`)])(
    '%s is readable on every background (AA)',
    (name) => {
      for (const each of grounds) expect(contrast(token[name] ?? '', each)).toBeGreaterThanOrEqual(AA);
    },
  );

  it.each(HUES)('text is readable on a fill and a tint of %s (AA)', (hue) => {
    const ink = token[`${hue}-ink`] ?? '';
    expect(contrast(token['on-ink'] ?? '', ink)).toBeGreaterThanOrEqual(AA);
    expect(contrast(ink, mix(token[hue] ?? '', token.surface ?? '', 0.14))).toBeGreaterThanOrEqual(AA);
  });

  it.each(HUES)('graphics in %s are visible on every background (3:1)', (hue) => {
    for (const each of grounds) expect(contrast(token[hue] ?? '', each)).toBeGreaterThanOrEqual(3);
  });
});
