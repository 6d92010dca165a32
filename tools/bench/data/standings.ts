import type { Season } from '@touchline/games/football/season';
import type { StoredGame } from '@touchline/games/games/game';
import { createTable, type EntryTable } from '@touchline/games/standings/entry-table';
import { FORMATIONS, type Formation } from '@touchline/rules/formations';
import { buildScoreBook } from '@touchline/rules/scores';

const PLAYERS = 700;
const CLUBS = 20;
/** Positions of each ten consecutive players of a club. */
const POSITIONS = [1, 2, 2, 2, 3, 3, 3, 3, 4, 4];
/** Number of different teams, too many for the CPU caches. */
const TEAMS = 100_000;
const NAME_BYTES = 16;
/** One in so many players did not play. */
const ABSENT_ONE_IN = 12;
const KICKOFF = Date.parse('2031-08-16T14:00:00Z');
const HOUR = 3_600_000;
/** Coefficients of the staking tiers, in thousandths. */
const TIERS = [1050, 1065, 1100, 1125, 1150, 1200, 1250];

/** Time of the benchmark: the matches of the gameweek have ended but are not checked. */
export const NOW = KICKOFF + 4 * HOUR;

/** Creates a random number generator with a fixed seed, so that all runs use the same numbers. */
function createRandom(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x80000000;
  };
}

/** Builds a season in its second gameweek, with ten matches played. */
export function buildSeason(): Season {
  const random = createRandom();
  const players = Array.from({ length: PLAYERS }, (_, index) => ({
    id: index + 1,
    team: 1 + (index % CLUBS),
    position: POSITIONS[Math.floor(index / CLUBS) % POSITIONS.length]!,
  }));
  const fixtures = Array.from({ length: CLUBS / 2 }, (_, match) => ({
    id: match + 1,
    gameweek: 2,
    kickoff: KICKOFF,
    started: true,
    over: true,
    home: 2 * match + 1,
    away: 2 * match + 2,
  }));
  const scores = players.map(({ id, team }) => {
    const minutes = random() * ABSENT_ONE_IN < 1 ? 0 : 90;
    const points = minutes === 0 ? 0 : Math.floor(random() ** 3 * 16) - 1;
    return { fixture: Math.ceil(team / 2), player: id, points, minutes, cards: 0, bps: 0, bonus: 0 };
  });
  const gameweek = {
    id: 2,
    name: 'Gameweek 2',
    deadline: KICKOFF - HOUR,
    is_current: true,
    is_next: false,
    finished: false,
    data_checked: false,
    settled: false,
    start: KICKOFF,
    end: KICKOFF + 5 * HOUR,
    fixtures,
  };
  return {
    id: '2031',
    version: 1,
    snapshots: new Map(),
    clubs: new Map(),
    fixtures,
    players: new Map(
      players.map((player) => [
        player.id,
        {
          ...player,
          code: player.id,
          name: '',
          web_name: '',
          price: 50,
          total_points: 0,
          form: 0,
          status: 'a',
          can_select: true,
          news: '',
          chance_of_playing: null,
        },
      ]),
    ),
    gameweeks: [gameweek],
    scores: new Map([[2, buildScoreBook(scores)]]),
  };
}

/** Builds a season game with its first gameweek settled; a share `staked` of the entries has a coefficient. */
export function buildGame(season: Season, entries: number, staked: number) {
  const random = createRandom();
  const pools = [1, 2, 3, 4].map((position) =>
    [...season.players.values()].filter((player) => player.position === position).map(({ id }) => id),
  );
  const pick = (position: number, count: number) => {
    const pool = pools[position - 1]!;
    const ids = new Set<number>();
    while (ids.size < count) ids.add(pool[Math.floor(random() * pool.length)]!);
    return [...ids];
  };
  const table = createTable();
  table.count = entries;
  table.entryPoints = new Int16Array(entries);
  table.joinedAt = new Float64Array(entries);
  table.settledPoints = Int32Array.from({ length: entries }, () => Math.floor(300 + random() * 1500));
  table.settledEarned = table.settledPoints.map((points) => points * 1000);
  table.settled.add(1);
  const teams = Array.from({ length: TEAMS }, () =>
    buildTeam(FORMATIONS[Math.floor(random() * FORMATIONS.length)]!, pick),
  );
  table.texts.reserve(entries, entries * NAME_BYTES);
  table.lineups.firsts.reserve(entries);
  for (let seat = 0; seat < entries; seat += 1) {
    const saved = teams[Math.floor(random() * TEAMS)]!;
    table.lineups.append({ ordinal: seat + 1, ...saved });
    table.texts.append(toHex(seat, 32), `0x${toHex(seat, 40)}`, `Team ${seat}`);
    if (random() < staked) setCoefficient(table, seat, TIERS[Math.floor(random() * TIERS.length)]!);
  }
  return { game: GAME, season, table };
}

const toHex = (seat: number, digits: number) => seat.toString(16).padStart(digits, '0');

function setCoefficient(table: EntryTable, seat: number, coefficient: number): void {
  table.coefficients.set(seat, [{ at: 0, coefficient }]);
  table.settledEarned[seat] = table.settledPoints[seat]! * coefficient;
}

function buildTeam(formation: Formation, pick: (position: number, count: number) => number[]) {
  const { name, defenders, midfielders, forwards } = formation;
  const [keepers, backs, middle, front] = [pick(1, 2), pick(2, 5), pick(3, 5), pick(4, 3)] as const;
  const field = [
    keepers[0]!,
    ...backs.slice(0, defenders),
    ...middle.slice(0, midfielders),
    ...front.slice(0, forwards),
  ];
  const benchPositions = [
    1,
    ...backs.slice(defenders).map(() => 2),
    ...middle.slice(midfielders).map(() => 3),
    ...front.slice(forwards).map(() => 4),
  ];
  const bench = [
    keepers[1]!,
    ...backs.slice(defenders),
    ...middle.slice(midfielders),
    ...front.slice(forwards),
  ];
  return {
    formation: name,
    field,
    bench,
    captain_id: field.at(-1)!,
    vice_captain_id: field[1]!,
    effective_gameweek: 1,
    saved_at: 0,
    bench_positions: benchPositions,
  };
}

const GAME: StoredGame = {
  id: '',
  season: '2031',
  game_type: 'SEASON',
  name: '',
  description: '',
  entry_fee: '0',
  first_gameweek: 1,
  last_gameweek: 38,
  start: 0,
  end: KICKOFF + 1000 * HOUR,
  join_deadline: null,
  status: 'ACTIVE',
  cancelled_by: null,
  held_status: null,
  held_start: false,
  held_end: false,
  settlement: 'PENDING',
  max_participants: null,
  participants: 0,
  version: 1,
};
