import type { PrizeEligibility } from '@touchline/rules/prize-plan';
import { query, queryOne } from '@touchline/service-kit/data/database';
import type { Knex } from 'knex';
import type { StoredGame } from '../games/game.ts';

/** The final totals of a game, summed by Postgres from the settled gameweeks: the points of its leaderboard (game rules 3). */
export interface FinalTotals {
  /** Number of entries, which is the last ordinal. */
  entries: number;
  /**
   * The entries of the standings in no order, `TOTALS_BYTES` each: ordinal (int32, negative for an ineligible entry), earned points in
   * thousandths (int32), points without coefficient (int32), time of joining (double, epoch ms). In chunks, because one value of
   * many megabytes would delay other requests while it is decoded.
   */
  totals: Uint8Array[];
  /** Number of eligible entries. */
  eligible: number;
}

export const TOTALS_BYTES = 20;

/** With corrections of points and exclusions by administrators, or as if they had made none. */
export type Variant = 'corrected' | 'uncorrected';

const ranked = (variant: Variant) =>
  `suspended_at is null${variant === 'corrected' ? ' and excluded_at is null' : ''}`;

/** Entries with an active stake when the game starts. */
const STAKERS = `select e.ordinal from wallet_coefficients as w
  join entries as e on e.game_id = :game and e.wallet = decode(substr(w.wallet_address, 3), 'hex')
  where (select (step ->> 'coefficient')::int from jsonb_array_elements(w.steps) as step
    where (step ->> 'at')::bigint < :start order by (step ->> 'at')::bigint desc limit 1) > 1000`;

/** Entries of wallets with a paid entry of the season: in this game, or in another one that they joined before this one starts. */
const ENTRANTS = `select e.ordinal from reservations as r join entries as paid on paid.id = r.entry_id
  join games as g on g.id = r.game_id join entries as e on e.game_id = :game and e.wallet = paid.wallet
  where g.season = :season and g.cancelled_by is null and paid.suspended_at is null
    and (g.id = :game or paid.joined_at < to_timestamp(:start::double precision / 1000))`;

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

/** Totals as rows (ordinal, joined_at, gross, earned, eligible). */
function buildTotalsSql(variant: Variant, eligibility: PrizeEligibility): string {
  const { isEligible, join } = ELIGIBLE[eligibility];
  const corrections =
    variant === 'corrected'
      ? `left join (select ordinal, sum(delta) filter (where field = 'current_points') as gross,
           sum(case field when 'earned_points' then delta when 'current_points' then delta * 1000 end) as earned
           from adjustments where game_id = :game group by ordinal) as a using (ordinal)`
      : 'cross join (select 0 as gross, 0 as earned) as a';
  return `
    select e.ordinal, e.joined_at, coalesce(p.gross, 0) + coalesce(a.gross, 0) as gross,
      coalesce(p.earned, 0) + coalesce(a.earned, 0) as earned, ${isEligible} as eligible
    from entries as e
    left join (select ordinal, sum(points) as gross, sum(earned) as earned from entry_gameweeks
      where game_id = :game and gameweek between :first and :last group by ordinal) as p using (ordinal)
    ${corrections} ${join}
    where e.game_id = :game and ${ranked(variant)}`;
}

const bind = (game: StoredGame) => ({
  game: game.id,
  season: game.season,
  start: game.start,
  first: game.first_gameweek,
  last: game.last_gameweek,
});

/** Reads the totals of all entries of a final game. */
export async function readFinalTotals(
  trx: Knex.Transaction,
  game: StoredGame,
  variant: Variant,
): Promise<FinalTotals> {
  // Chunks need groups, not an order. Postgres expects as many groups as entries and would sort all of them.
  await trx.raw('set local enable_sort = off');
  const chunks = await query<{ totals: Buffer; eligible: number }>(
    trx,
    `select string_agg(int4send(case when eligible then ordinal else -ordinal end) || int4send(earned::int)
         || int4send(gross::int) || float8send(date_part('epoch', joined_at) * 1000), ''::bytea) as totals,
       count(*) filter (where eligible) as eligible
     from (${buildTotalsSql(variant, game.prizes.plan.eligibility)}) as scored group by ordinal / 10000`,
    bind(game),
  );
  const last = await queryOne<{ ordinal: number | null }>(
    trx,
    'select max(ordinal) as ordinal from entries where game_id = ?',
    [game.id],
  );
  return {
    entries: last!.ordinal ?? 0,
    totals: chunks.map(({ totals }) => totals),
    eligible: chunks.reduce((sum, { eligible }) => sum + eligible, 0),
  };
}
