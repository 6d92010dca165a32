import { expect, test } from 'vitest';
import { game, row, standings } from '../testing/fake-games.ts';
import { drawGame, drawTeam, toDrawableName } from './drawing.ts';

test.each([
  ['Łódź & Żółć', 'Lódz & Zólc'],
  ['Ωμέγα', 'A team'],
  ['x'.repeat(60), `${'x'.repeat(25)}...`],
])('the name %s is drawn with characters of the font', (name, drawn) =>
  expect(toDrawableName(name)).toBe(drawn),
);

test.each([
  ['ACTIVE', 'PENDING', 'live'],
  ['COMPLETED', 'PENDING', 'provisional table'],
  ['COMPLETED', 'PROVISIONAL', 'provisional table'],
  ['COMPLETED', 'FINAL', 'final table'],
] as const)('a game that is %s and %s is drawn with: %s', (status, settlement, label) => {
  const drawn = { ...game, status, settlement };
  const team = drawTeam({ game: drawn, row, total_players: 120, ranked: true, prize: null });
  expect(team).toContain(`>points, ${label}</text>`);
  expect(drawGame(drawn, standings)).toContain(`>120 teams, ${label}</text>`);
});

test('a drawing escapes markup in names', () => {
  const svg = drawTeam({ game, row, total_players: 120, ranked: true, prize: null });
  expect(svg).toContain('&quot;&gt;&lt;script&gt;alert(1)');
  expect(svg).not.toContain('<script');
});
