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
    ['Þórðarson', 'thordarson'],
    ['Kjær, Œuvre, Yıldız', 'kjaer, oeuvre, yildiz'],
    ['O’Neil-Smith 7', "o'neil-smith 7"],
    ['‘a’ ʼb `c', "'a' 'b 'c"],
    ['', ''],
  ])('%s normalises to %s', (name, normalised) => {
    expect(normaliseSearchText(name)).toBe(normalised);
    expect(normaliseSearchText(normalised)).toBe(normalised);
  });
});
