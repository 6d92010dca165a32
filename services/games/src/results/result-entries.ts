import type { RosterPlayer } from '@touchline/api/http/entries';
import type { ResultEntry } from '@touchline/api/http/results';
import type { CoefficientStep } from '@touchline/rules/stakes';
import { type Database, query, queryOne, toWalletBytes } from '@touchline/service-kit/data/database';
import { ROSTER } from '../entries/entries.store.ts';
import { readLineups, type StoredLineup } from '../lineups/lineups.store.ts';
import { readFrozenCoefficients } from './frozen-coefficients.store.ts';

interface EntryRow
  extends Pick<ResultEntry, 'ordinal' | 'wallet_address' | 'team_name' | 'joined_at' | 'leaf'> {
  id: string;
  suspended: boolean;
  excluded: boolean;
  roster: RosterPlayer[];
  /** 0 outside the standings, negative for an ineligible entry. */
  rank: number;
  amount: string | null;
  corrections: ResultEntry['corrections'] | null;
}

const RANK = `('x' || encode(substring(s.ranks from (e.ordinal - 1) * 4 + 1 for 4), 'hex'))::bit(32)::int`;

const ENTRIES = `
  select e.ordinal, e.id, e.wallet_address, e.team_name, e.joined_at, e.suspended_at is not null as suspended,
    e.excluded_at is not null as excluded, ${ROSTER} as roster, ${RANK} as rank, a.amount, a.leaf,
    (select json_agg(json_build_object('field', field, 'delta', delta, 'from_gameweek', from_gameweek))
     from (select field, from_gameweek, sum(delta)::int as delta from adjustments
       where adjustments.game_id = e.game_id and adjustments.ordinal = e.ordinal and field <> 'entry_points'
       group by field, from_gameweek order by field, from_gameweek) as sums) as corrections
  from entries as e join prize_settlements as s using (game_id)
  left join prize_awards as a using (game_id, ordinal)`;

interface Page {
  /** Number of entries before the page. */
  after: number;
  limit: number;
  sort_by: 'ordinal' | 'rank';
}

/** Reads a page of the entries of a settled game. By rank, tied entries are by ordinal, and those outside the standings are last. */
export async function readResultEntries(db: Database, gameId: string, page: Page): Promise<ResultEntry[]> {
  const { after, limit, sort_by } = page;
  const ordinals =
    sort_by === 'rank'
      ? await readRankedOrdinals(db, gameId, page)
      : Array.from({ length: limit }, (_, place) => after + place + 1);
  const rows = await query<EntryRow>(db, `${ENTRIES} where e.game_id = ? and e.ordinal = any(?)`, [
    gameId,
    ordinals,
  ]);
  const entries = new Map((await completeEntries(db, gameId, rows)).map((entry) => [entry.ordinal, entry]));
  return ordinals.flatMap((ordinal) => entries.get(ordinal) ?? []);
}

const BYTES = 4;

async function readRankedOrdinals(db: Database, gameId: string, { after, limit }: Page): Promise<number[]> {
  const row = await queryOne<{ ordinals: Buffer }>(
    db,
    'select substring(ranking from ? for ?) as ordinals from prize_settlements where game_id = ?',
    [after * BYTES + 1, limit * BYTES, gameId],
  );
  const { ordinals } = row!;
  return Array.from({ length: ordinals.length / BYTES }, (_, place) => ordinals.readInt32BE(place * BYTES));
}

/** Reads the entry of a wallet in a settled game; null without one. */
export async function findResultEntry(
  db: Database,
  gameId: string,
  wallet: string,
): Promise<ResultEntry | null> {
  const rows = await query<EntryRow>(db, `${ENTRIES} where e.game_id = ? and e.wallet = ?`, [
    gameId,
    toWalletBytes(wallet),
  ]);
  return (await completeEntries(db, gameId, rows))[0] ?? null;
}

type Gameweek = ResultEntry['gameweeks'][number];

async function completeEntries(
  db: Database,
  gameId: string,
  rows: readonly EntryRow[],
): Promise<ResultEntry[]> {
  const ordinals = rows.map(({ ordinal }) => ordinal);
  const [lineups, gameweeks, coefficients] = await Promise.all([
    readLineups(
      db,
      rows.map(({ id }) => id),
    ),
    readGameweeks(db, gameId, ordinals),
    readFrozenCoefficients(db, gameId, ordinals),
  ]);
  return rows.map((row) =>
    buildEntry(row, {
      lineups: lineups.get(row.id) ?? [],
      gameweeks: gameweeks.get(row.ordinal) ?? [],
      coefficients: coefficients.get(row.ordinal) ?? [],
    }),
  );
}

async function readGameweeks(
  db: Database,
  gameId: string,
  ordinals: readonly number[],
): Promise<Map<number, Gameweek[]>> {
  const rows = await query<Gameweek & { ordinal: number }>(
    db,
    `select ordinal, gameweek, points, coefficient, earned
     from settled_gameweeks join entry_gameweeks using (game_id, gameweek)
     where game_id = ? and ordinal = any(?) order by gameweek`,
    [gameId, [...ordinals]],
  );
  const found = new Map<number, Gameweek[]>();
  for (const { ordinal, ...gameweek } of rows) {
    const own = found.get(ordinal);
    if (own) own.push(gameweek);
    else found.set(ordinal, [gameweek]);
  }
  return found;
}

interface EntryParts {
  lineups: StoredLineup[];
  gameweeks: Gameweek[];
  coefficients: CoefficientStep[];
}

function buildEntry(row: EntryRow, { lineups, gameweeks, coefficients }: EntryParts): ResultEntry {
  const corrections = row.corrections ?? [];
  const sum = (field: string) =>
    corrections.filter((each) => each.field === field).reduce((total, { delta }) => total + delta, 0);
  const [points, earned] = [sum('current_points'), sum('earned_points')];
  return {
    ...row,
    participation_id: row.id,
    rank: row.rank === 0 ? null : Math.abs(row.rank),
    unranked: row.suspended ? 'SUSPENDED' : row.excluded ? 'EXCLUDED' : null,
    eligible: row.rank > 0,
    amount: row.amount ?? '0',
    roster: row.roster.map(({ id, position, team }) => ({ player: id, position, club: team })),
    lineups: lineups.map((lineup) => ({ ...lineup, field: [...lineup.field], bench: [...lineup.bench] })),
    coefficients,
    corrections,
    gameweeks,
    gross: gameweeks.reduce((total, gameweek) => total + gameweek.points, 0) + points,
    earned: gameweeks.reduce((total, gameweek) => total + gameweek.earned, 0) + points * 1000 + earned,
  };
}
