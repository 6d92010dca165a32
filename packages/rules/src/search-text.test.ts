import { describe, expect, test } from 'vitest';
import { normaliseSearchText } from './search-text.ts';

describe('normaliseSearchText', () => {
  test.each([
    ['Ødegaard', 'odegaard'],
    ['Gündoğan', 'gundogan'],
    ['Guðjohnsen', 'gudjohnsen'],
    ['Sánchez', 'sanchez'],
    ['Sa\u0301nchez', 'sanchez'],
    ['Błaszczykowski', 'blaszczykowski'],
    ['Großkreutz', 'grosskreutz'],
    ['Đuričić', 'duricic'],
    ['O’Neil-Smith 7', "o'neil-smith 7"],
    ['', ''],
  ])('%s normalises to %s', (name, normalised) => {
    expect(normaliseSearchText(name)).toBe(normalised);
    expect(normaliseSearchText(normalised)).toBe(normalised);
  });
});
