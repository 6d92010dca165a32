/** One match of the demo season: when it was really played. */
export interface DemoFixture {
  id: number;
  gameweek: number;
  kickoff: number;
  home: number;
  away: number;
}

/** The Saturday (or Tuesday of a midweek round) of every gameweek. */
const ROUNDS = [
  '2025-08-16',
  '2025-08-23',
  '2025-08-30',
  '2025-09-13',
  '2025-09-20',
  '2025-09-27',
  '2025-10-04',
  '2025-10-18',
  '2025-10-25',
  '2025-11-01',
  '2025-11-08',
  '2025-11-22',
  '2025-11-29',
  '2025-12-02',
  '2025-12-06',
  '2025-12-13',
  '2025-12-20',
  '2025-12-27',
  '2025-12-30',
  '2026-01-03',
  '2026-01-17',
  '2026-01-24',
  '2026-01-31',
  '2026-02-07',
  '2026-02-10',
  '2026-02-21',
  '2026-02-28',
  '2026-03-07',
  '2026-03-14',
  '2026-03-21',
  '2026-04-04',
  '2026-04-11',
  '2026-04-18',
  '2026-04-25',
  '2026-05-02',
  '2026-05-09',
  '2026-05-16',
  '2026-05-24',
];

/** Days after the round's date and the time of each of ten matches. */
const WEEKEND: [number, string][] = [
  [-1, '20:00'],
  [0, '12:30'],
  [0, '15:00'],
  [0, '15:00'],
  [0, '15:00'],
  [0, '15:00'],
  [0, '17:30'],
  [1, '14:00'],
  [1, '14:00'],
  [1, '16:30'],
];
const MONDAY: [number, string][] = [...WEEKEND.slice(1), [2, '20:00']];
const MIDWEEK: [number, string][] = [
  [0, '19:30'],
  [0, '19:30'],
  [0, '19:30'],
  [0, '20:15'],
  [0, '20:15'],
  [1, '19:30'],
  [1, '19:30'],
  [1, '19:30'],
  [1, '20:15'],
  [1, '20:15'],
];
const LAST_DAY: [number, string][] = Array.from({ length: 10 }, () => [0, '16:00']);

/**
 * Matches that were moved: one postponed in gameweek 12, two for a cup weekend in gameweek 29. Their clubs are
 * blank there and play twice later; as in the archives they bear their final gameweek and time.
 */
const MOVED: { round: number; match: number; gameweek: number; kickoff: string }[] = [
  { round: 12, match: 3, gameweek: 22, kickoff: '2026-01-27T19:45:00Z' },
  { round: 29, match: 1, gameweek: 33, kickoff: '2026-04-21T19:00:00Z' },
  { round: 29, match: 6, gameweek: 33, kickoff: '2026-04-22T19:00:00Z' },
];

const DAY = 24 * 3_600_000;

/** Everybody against everybody, home and away, over 38 rounds (circle method). */
export function demoSchedule(): DemoFixture[] {
  const fixtures: DemoFixture[] = [];
  for (const [index, date] of ROUNDS.entries()) {
    const times = timesOf(index, date);
    for (const [match, [home, away]] of pairings(index).entries()) {
      const [days, time] = times[match] ?? [0, '15:00'];
      const moved = MOVED.find((one) => one.round === index + 1 && one.match === match);
      fixtures.push({
        id: fixtures.length + 1,
        gameweek: moved?.gameweek ?? index + 1,
        kickoff: Date.parse(moved?.kickoff ?? `${date}T${time}:00Z`) + (moved === undefined ? days * DAY : 0),
        home,
        away,
      });
    }
  }
  return fixtures.sort((a, b) => a.kickoff - b.kickoff || a.id - b.id);
}

function timesOf(index: number, date: string): [number, string][] {
  if (index === ROUNDS.length - 1) return LAST_DAY;
  if (new Date(date).getUTCDay() === 2) return MIDWEEK;
  return index % 3 === 1 ? MONDAY : WEEKEND;
}

function pairings(index: number): [number, number][] {
  const half = ROUNDS.length / 2;
  const round = index % half;
  // Which match gets which time changes from round to round.
  const pairs = Array.from({ length: 10 }, (_, match): [number, number] => {
    const one = match === 0 ? 19 : (round + match) % 19;
    const other = (round - match + 19) % 19;
    const turn = match === 0 ? round % 2 === 0 : match % 2 === 0;
    return turn !== index >= half ? [one + 1, other + 1] : [other + 1, one + 1];
  });
  const shift = (index * 3) % 10;
  return [...pairs.slice(shift), ...pairs.slice(0, shift)];
}
