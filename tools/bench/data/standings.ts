import { FORMATIONS, type Formation } from '@touchline/rules/formations';
import { buildScoreBook } from '@touchline/rules/scores';
import type { Season } from '@touchline/rules/season';
import type { Standings } from '@touchline/standings/standings';
import { type PlainEntry, packEntries, packSettled } from '@touchline/standings/testing/pack';

const PLAYERS = 700;
const CLUBS = 20;
/** Positions of each ten consecutive players of a club. */
const POSITIONS = [1, 2, 2, 2, 3, 3, 3, 3, 4, 4];
/** Number of different teams, too many for the CPU caches. */
const TEAMS = 100_000;
/** Share of players who did not play: one in N. */
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

/** Fills standings of a season game with its first gameweek settled; a share `staked` of the entries has a coefficient. */
export function fillGame(
  standings: Standings,
  season: Season,
  entries: number,
  staked: number,
): PlainEntry[] {
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
  const teams = Array.from({ length: TEAMS }, () =>
    buildTeam(FORMATIONS[Math.floor(random() * FORMATIONS.length)]!, pick),
  );
  const sample: PlainEntry[] = [];
  standings.reserve(entries);
  for (let first = 0; first < entries; first += BATCH) {
    const indices = Array.from({ length: Math.min(BATCH, entries - first) }, (_, place) => first + place);
    const batch = indices.map((index) => ({
      id: toHex(index, 32),
      wallet: `0x${toHex(index, 40)}`,
      team_name: `Team ${index}`,
      joined_at: 0,
      entry_points: 0,
      lineup: teams[Math.floor(random() * TEAMS)]!,
    }));
    const histories = batch
      .filter(() => random() < staked)
      .map(({ wallet }) => ({ wallet, coefficient: TIERS[Math.floor(random() * TIERS.length)]! }));
    const coefficients = new Map(histories.map(({ wallet, coefficient }) => [wallet, coefficient]));
    const settled = batch.map(({ wallet }, place) => {
      const points = Math.floor(300 + random() * 1500);
      return { ordinal: first + place + 1, points, earned: points * (coefficients.get(wallet) ?? 1_000) };
    });
    standings.append(packEntries(batch));
    standings.setCoefficients(
      histories.map(({ wallet, coefficient }) => ({ wallet, steps: [{ at: 0, coefficient }] })),
    );
    standings.addSettled(1, packSettled(settled));
    if (sample.length < SAMPLE) sample.push(...batch);
  }
  return sample.slice(0, SAMPLE);
}

/** Entries per batch. */
const BATCH = 5_000;
/** Teams scored by the reference implementation, which would take minutes for all. */
export const SAMPLE = 20_000;

const toHex = (index: number, digits: number) => index.toString(16).padStart(digits, '0');

function buildTeam(
  formation: Formation,
  pick: (position: number, count: number) => number[],
): PlainEntry['lineup'] {
  const { name, defenders, midfielders, forwards } = formation;
  const [keepers, backs, middle, front] = [pick(1, 2), pick(2, 5), pick(3, 5), pick(4, 3)] as const;
  const starters = [backs.slice(0, defenders), middle.slice(0, midfielders), front.slice(0, forwards)];
  const rest = [backs.slice(defenders), middle.slice(midfielders), front.slice(forwards)];
  const field = [keepers[0]!, ...starters.flat()];
  return {
    formation: name,
    field,
    bench: [keepers[1]!, ...rest.flat()],
    bench_positions: [1, ...rest.flatMap((line, index) => line.map(() => index + 2))],
    captain_id: field.at(-1)!,
    vice_captain_id: field[1]!,
    effective_gameweek: 1,
  };
}

export const GAME = { first_gameweek: 1, last_gameweek: 38, start: 0, end: KICKOFF + 1000 * HOUR };
