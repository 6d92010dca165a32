import { describe, expect, it } from 'vitest';
import {
  addResidual,
  explainStats,
  explainTotal,
  findResidual,
  type Position,
  type Stats,
} from './scoring.ts';

const TABLE: [description: string, position: Position, stats: Stats, points: number][] = [
  ['nothing', 2, {}, 0],
  ['59 minutes', 3, { minutes: 59 }, 1],
  ['60 minutes', 3, { minutes: 60 }, 2],
  ['a card on the bench', 3, { minutes: 0, yellow_cards: 1 }, -1],
  [
    'a keeper with 3 saves, a saved penalty and a clean sheet',
    1,
    { minutes: 90, saves: 3, penalties_saved: 1, clean_sheets: 1 },
    12,
  ],
  ['a keeper with 5 saves and 3 conceded', 1, { minutes: 90, saves: 5, goals_conceded: 3 }, 2],
  ["a keeper's goal", 1, { minutes: 90, goals_scored: 1 }, 12],
  ["a defender's goal and clean sheet", 2, { minutes: 90, goals_scored: 1, clean_sheets: 1 }, 12],
  ['four goals conceded by a midfielder', 3, { minutes: 90, goals_conceded: 4 }, 2],
  [
    'two goals, an assist and 3 bonus of a forward',
    4,
    { minutes: 90, goals_scored: 2, assists: 1, bonus: 3 },
    16,
  ],
  [
    'red card, own goal, missed penalty',
    4,
    { minutes: 70, red_cards: 1, own_goals: 1, penalties_missed: 1 },
    -5,
  ],
  ['10 defensive contributions of a defender', 2, { minutes: 90, defensive_contribution: 10 }, 4],
  ['11 defensive contributions of a midfielder', 3, { minutes: 90, defensive_contribution: 11 }, 2],
  ['12 defensive contributions of a forward', 4, { minutes: 90, defensive_contribution: 12 }, 4],
];

describe('scoring table', () => {
  it.each(TABLE)('%s scores as in the table', (_description, position, stats, points) => {
    expect(explainTotal(explainStats(stats, position))).toBe(points);
  });

  it('explanation always lists minutes and other lines only if they score', () => {
    const lines = explainStats({ minutes: 0, saves: 2, goals_conceded: 1 }, 1);
    expect(lines.map((line) => line.identifier)).toEqual(['minutes']);
  });
});

describe('recorded points outside the table', () => {
  it.each([
    ["a goalkeeper's goal of older seasons", 1, { minutes: 90, goals_scored: 1 }, 8, 'goals_scored'],
    ['defensive points without their counters', 2, { minutes: 90 }, 4, 'defensive_contribution'],
    ['any other difference', 4, { minutes: 90 }, 7, 'minutes'],
  ] as const)(
    '%s is explained as points_modification',
    (_description, position, stats, total, identifier) => {
      const residual = findResidual(stats, position, total);
      const lines = addResidual(explainStats(stats, position), residual);
      expect(explainTotal(lines)).toBe(total);
      expect(lines.find((line) => line.points_modification !== 0)?.identifier).toBe(identifier);
    },
  );
});
