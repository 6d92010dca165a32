import { describe, expect, it } from 'vitest';
import { z } from 'zod/mini';
import { displayName, instant, limit, page, searchText, tokenAmount } from './values.ts';

describe('S24 displayed names', () => {
  it.each([
    ['a line separator', 'AB\u2028CD'],
    ['a paragraph separator', 'AB\u2029CD'],
    ['a Hangul filler', '\u3164'],
    ['a Hangul filler within', 'A\u115FB'],
    ['a Hangul filler of the vowels', '\u1160\u1160'],
    ['a half-width Hangul filler', '\uFFA0\uFFA0'],
    ['a zero-width space', 'A\u200BB'],
    ['a zero-width joiner', 'A\u200DB'],
    ['a direction override', 'A\u202EB'],
    ['a direction isolate', 'A\u2066B'],
    ['a soft hyphen', 'A\u00ADB'],
    ['a grapheme joiner', 'A\u034FB'],
    ['an inherent vowel', 'A\u17B4B'],
    ['variation selectors alone', '\uFE0F\uFE0F'],
    ['a variation selector after a letter', 'A\uFE0FB'],
    ['a variation selector of the supplement', 'A\u{E0100}B'],
    ['a Mongolian variation selector', 'A\u180BB'],
    ['a tag', 'A\u{E0001}B'],
    ['a braille blank', '\u2800\u2800'],
    ['a braille blank within', 'A\u2800B'],
    ['a tab', 'A\tB'],
    ['a NUL', 'A\0B'],
    ['half of a surrogate pair', 'A\uD800B'],
    ['25 accents on one letter', `a${'\u0301'.repeat(25)}`],
    ['three marks in a row', 'q\u0301\u0302\u0303'],
    ['symbols only', '---'],
    ['an emoji only', '😀'],
    ['spaces only', ' \u3000\u00A0 '],
    ['61 characters', 'x'.repeat(61)],
    ['one character that becomes 18 in compatibility form, four times', '\uFDFA'.repeat(4)],
  ])('a name with %s is rejected', (_, name) => {
    expect(displayName.safeParse(name).success).toBe(false);
  });

  it.each([
    ['  Real Zagreb ', 'Real Zagreb'],
    ['Ａｒｓｅｎａｌ', 'Arsenal'],
    ['Café\u0301', 'Café\u0301'.normalize('NFKC')],
    ['Ünited ⚽️ 2', 'Ünited ⚽️ 2'],
    ['여의도 FC', '여의도 FC'],
    ['मुंबई', 'मुंबई'],
    ['Việt Nam', 'Việt Nam'],
    ['<img src=x>', '<img src=x>'],
    ['x'.repeat(60), 'x'.repeat(60)],
  ])('%j is normalised to %j', (name, normalised) => {
    expect(displayName.parse(name)).toBe(normalised);
  });
});

const isSmall = (amount: string) => Number(amount) < 10;

describe('messages that follow the name of a field', () => {
  it.each([
    ['must be at least 1', page, '0'],
    ['must be at most 100', limit(20), '101'],
    ['must have at most 64 characters', searchText, 'x'.repeat(65)],
    ['must be a date and a time in UTC (ISO 8601)', instant, 'tomorrow'],
    ['must not be empty', displayName, ' '],
    ['must be an amount with at most 18 decimals', tokenAmount.check(z.refine(isSmall)), '1,000'],
  ])('%s', (message, schema, value) => {
    expect(schema.safeParse(value).error?.issues.map((issue) => issue.message)).toEqual([message]);
  });
});
