import { displayName } from '@touchline/api/values';
import { expect, test } from 'vitest';
import { managerName, teamName } from './names.ts';

test('five hundred teams and managers have five hundred names that the API takes', () => {
  for (const nameOf of [teamName, managerName]) {
    const names = Array.from({ length: 500 }, (_, index) => nameOf(index));
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(500);
    for (const name of names) expect(displayName.parse(name)).toBe(name);
  }
});
