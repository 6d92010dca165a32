import { describe, expect, test } from 'vitest';
import { normaliseSearchText } from './search-text.ts';

describe('searchable text', () => {
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
  ])('%s is found by %s', (name, typed) => {
    expect(normaliseSearchText(name)).toBe(typed);
    expect(normaliseSearchText(typed)).toBe(typed);
  });
});
