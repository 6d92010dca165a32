import { describe, expect, it } from 'vitest';
import { CLUBS, clubByCode } from './clubs.ts';

/** Club codes by feed id, 1 to 20, for each season. */
const SEASONS = {
  '2024-25': [3, 7, 91, 94, 36, 8, 31, 11, 54, 40, 13, 14, 43, 1, 4, 17, 20, 6, 21, 39],
  '2025-26': [3, 7, 90, 91, 94, 36, 8, 31, 11, 54, 2, 14, 43, 1, 4, 17, 56, 6, 21, 39],
  '2026-27': [3, 7, 91, 94, 36, 8, 9, 31, 11, 54, 88, 40, 2, 14, 43, 1, 4, 17, 6, 56],
};

describe('clubs', () => {
  it.each(Object.entries(SEASONS))(
    'BUILD-24 the 20 clubs of %s have a colour and a three-letter name',
    (_season, codes) => {
      expect(new Set(codes).size).toBe(20);
      for (const code of codes) {
        const club = clubByCode(code);
        expect(club.short_name).toMatch(/^[A-Z]{3}$/);
        expect(club.colour).toMatch(/^#[0-9A-F]{6}$/);
        expect(CLUBS).toContainEqual(club);
      }
    },
  );

  it('BUILD-24 every code and every short name is unique', () => {
    expect(new Set(CLUBS.map((club) => club.code)).size).toBe(CLUBS.length);
    expect(new Set(CLUBS.map((club) => club.short_name)).size).toBe(CLUBS.length);
  });

  it('BUILD-24 an unknown club has the names of the feed and a generated colour', () => {
    const wrexham = clubByCode(999, { name: 'Wrexham', short_name: 'WRE' });
    expect(wrexham).toEqual({
      code: 999,
      name: 'Wrexham',
      short_name: 'WRE',
      colour: clubByCode(999).colour,
    });
    expect(clubByCode(999)).toMatchObject({ name: 'UNK', short_name: 'UNK' });
    const colours = Array.from({ length: 20 }, (_, at) => clubByCode(1000 + at).colour);
    expect(new Set(colours).size).toBe(20);
    for (const colour of colours) expect(colour).toMatch(/^#[0-9A-F]{6}$/);
  });
});
