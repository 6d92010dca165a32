import type { PrizeEligibility } from '@touchline/rules/prize-plan';
import { queryOne, walletBytesSql } from '@touchline/service-kit/data/database';
import { packIntegers, packTimes, queryBytes } from '@touchline/service-kit/data/query-bytes';
import type { Knex } from 'knex';
import type { StoredGame } from '../games/game.ts';

/** Entries of the standings, packed as Postgres sends them. */
export interface EntryColumns {
  /** Int32; negative for an ineligible entry. */
  ordinal: Uint8Array;
  /** Times. */
  joined_at: Uint8Array;
}

/** Points to be added to entries, packed as int32. An entry may have several rows; entries outside the standings may have some too. */
export interface PointColumns {
  ordinal: Uint8Array;
  points: Uint8Array;
  /** Thousandths. */
  earned: Uint8Array;
}

/**
 * The final totals of a game, from the settled gameweeks and corrections: the points of its leaderboard (game rules 3). They are added
 * up in a worker (`award-entries.ts`), because a join of a million rows would take Postgres twice as long.
 */
export interface FinalTotals {
  /** Number of entries, which is the last ordinal. */
  entries: number;
  ranked: EntryColumns[];
  points: PointColumns[];
  /** Number of eligible entries. */
  eligible: number;
}

/** Ordinals per row of packed columns: at most 60 kB. */
const ORDINALS_PER_ROW = 5_000;

/** With corrections of points and exclusions by administrators, or as if they had made none. */
export type Variant = 'corrected' | 'uncorrected';

const ranked = (variant: Variant) =>
  `suspended_at is null${variant === 'corrected' ? ' and excluded_at is null' : ''}`;

/** Entries with an active stake when the game starts. */
const STAKERS = `select e.ordinal from wallet_coefficients as w
  join entries as e on e.game_id = $1 and e.wallet = ${walletBytesSql('w.wallet_address')}
  where (select (step ->> 'coefficient')::int from jsonb_array_elements(w.steps) as step
    where (step ->> 'at')::bigint < $2 order by (step ->> 'at')::bigint desc limit 1) > 1000`;

/** Entries of wallets with a paid entry of the season: in this game, or in another one that they joined before this one starts. */
const ENTRANTS = `select e.ordinal from reservations as r join entries as paid on paid.id = r.entry_id
  join games as g on g.id = r.game_id join entries as e on e.game_id = $1 and e.wallet = paid.wallet
  where g.season = $3 and g.cancelled_by is null and paid.suspended_at is null
    and (g.id = $1 or paid.joined_at < to_timestamp($2::double precision / 1000))`;

/** Condition for an entry to be eligible, and the rows it needs. */
const ELIGIBLE: Readonly<Record<PrizeEligibility, { isEligible: string; join: string }>> = {
  ALL: { isEligible: 'true', join: '' },
  STAKERS: joinEligible(STAKERS),
  ENTRANTS: joinEligible(ENTRANTS),
};

function joinEligible(ordinals: string): { isEligible: string; join: string } {
  return {
    isEligible: 'x.ordinal is not null',
    join: `left join (select distinct ordinal from (${ordinals}) as eligible) as x using (ordinal)`,
  };
}

/** Entries of the standings as rows (ordinal, joined_at), with the ordinal as in `EntryColumns`. */
function buildEntriesSql(variant: Variant, eligibility: PrizeEligibility): string {
  const { isEligible, join } = ELIGIBLE[eligibility];
  return `select case when ${isEligible} then e.ordinal else -e.ordinal end as ordinal, e.joined_at from entries as e ${join}
    where e.game_id = $1 and ${ranked(variant)}`;
}

/** Points as rows (ordinal, points, earned). A weekly game has one row per entry, for which sums would double the time. */
function buildPointsSql(variant: Variant, { first_gameweek, last_gameweek }: StoredGame): string {
  const settled =
    first_gameweek === last_gameweek
      ? 'select ordinal, points, earned from entry_gameweeks where game_id = $1 and gameweek = $4'
      : `select ordinal, sum(points)::int as points, sum(earned)::int as earned from entry_gameweeks
         where game_id = $1 and gameweek between $4 and $5 group by ordinal`;
  const corrections = `union all
    select ordinal, case field when 'current_points' then delta else 0 end,
      case field when 'current_points' then delta * 1000 when 'earned_points' then delta else 0 end
    from adjustments where game_id = $1`;
  return variant === 'corrected' ? `${settled} ${corrections}` : settled;
}

/** Reads the totals of all entries of a final game. */
export async function readFinalTotals(
  trx: Knex.Transaction,
  game: StoredGame,
  variant: Variant,
): Promise<FinalTotals> {
  // Packed rows need groups, not an order. Postgres expects as many groups as entries and would sort all of them.
  await trx.raw('set local enable_sort = off');
  const values = [game.id, game.start, game.season, game.first_gameweek, game.last_gameweek];
  const read = <K extends string>(columns: Record<K, string>, rows: string) =>
    queryBytes(
      trx,
      columns,
      (packed) => `select ${packed} from (${rows}) as unpacked group by abs(ordinal) / ${ORDINALS_PER_ROW}`,
      values,
    );
  const ranked = await read(
    {
      ordinal: packIntegers('ordinal'),
      joined_at: packTimes('joined_at'),
      eligible: '(count(*) filter (where ordinal > 0))::int',
    },
    buildEntriesSql(variant, game.prizes.plan.eligibility),
  );
  const points = await read(
    { ordinal: packIntegers('ordinal'), points: packIntegers('points'), earned: packIntegers('earned') },
    buildPointsSql(variant, game),
  );
  const last = await queryOne<{ ordinal: number | null }>(
    trx,
    'select max(ordinal) as ordinal from entries where game_id = ?',
    [game.id],
  );
  return {
    entries: last!.ordinal ?? 0,
    ranked: ranked.map(({ ordinal, joined_at }) => ({ ordinal, joined_at })),
    points,
    eligible: ranked.reduce((sum, { eligible }) => sum + eligible.readInt32BE(), 0),
  };
}
