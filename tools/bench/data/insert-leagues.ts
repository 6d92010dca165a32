import type { Database } from '@touchline/service-kit/data/database';

/** Members of each ordinary league. */
const MEMBERS = 5;
/** Leagues per statement. */
const BATCH = 20_000;
/** Wallet of entry `g` of `insertGames`. */
const walletOf = (g: string) => `decode(md5('wallet ' || ${g}) || left(md5('end ' || ${g}), 8), 'hex')`;

/** Returns the code of a league by its number. */
export const codeOf = (n: number) => n.toString(16).toUpperCase().padStart(8, '0');

/** Inserts leagues of a game with five members each; league `n` is owned by entry `n`. */
export async function insertLeagues(
  db: Database,
  game: string,
  entries: number,
  leagues: number,
): Promise<void> {
  for (let from = 1; from <= leagues; from += BATCH) {
    const range = { game, entries, from, to: Math.min(leagues, from + BATCH - 1), members: MEMBERS };
    await insertRange(db, range, 'n', (k) => `(n + ${k} * 7919 - 1) % :entries + 1`);
  }
}

/** Inserts one league with the first members of the game. */
export async function insertLargeLeague(
  db: Database,
  game: string,
  n: number,
  members: number,
): Promise<void> {
  await insertRange(db, { game, from: n, to: n, members, entries: members }, '1', (k) => `${k} + 1`);
}

async function insertRange(
  db: Database,
  range: { game: string; entries: number; from: number; to: number; members: number },
  owner: string,
  ordinalOf: (k: string) => string,
): Promise<void> {
  await db.raw(
    `with created as (
       insert into leagues (id, game_id, name, kind, code, owner, start_gameweek, uses_coefficient, knock_out_gameweeks,
         members, version, created_at)
       select gen_random_uuid(), :game, 'League ' || n, 'CLASSIC', lpad(upper(to_hex(n)), 8, '0'),
         '0x' || encode(${walletOf(owner)}, 'hex'), 1, false, 0, :members, :members, now()
       from generate_series(cast(:from as int), cast(:to as int)) as n
       returning id, ('x' || code)::bit(32)::int as n)
     insert into league_members (league_id, game_id, joined_at, ordinal, version, wallet)
     select id, :game, now(), g, k + 1, ${walletOf('g')}
     from created, generate_series(0, cast(:members as int) - 1) as k
       cross join lateral (select cast(${ordinalOf('k')} as int) as g) as entry`,
    range,
  );
}

/**
 * Inserts drawn head-to-head leagues of a game. Their members are among the first `members` entries, each in as many leagues as the
 * others.
 */
export async function insertDrawnLeagues(
  db: Database,
  range: { game: string; leagues: number; members: number; rivals: number },
): Promise<void> {
  await db.raw(
    `insert into leagues (id, game_id, name, kind, code, owner, start_gameweek, uses_coefficient, knock_out_gameweeks,
       members, version, draw, created_at)
     select gen_random_uuid(), :game, 'Rivals ' || n, 'HEAD_TO_HEAD', 'R' || lpad(to_hex(n), 8, '0'),
       drawn.wallets ->> 0, 1, false, 0, :rivals, :rivals,
       jsonb_build_object('seed', '', 'data_hash', '', 'members', drawn.wallets, 'ordinals', drawn.ordinals), now()
     from generate_series(1, cast(:leagues as int)) as n cross join lateral (
       select jsonb_agg('0x' || encode(${walletOf('g')}, 'hex') order by k) as wallets, jsonb_agg(g order by k) as ordinals
       from generate_series(0, cast(:rivals as int) - 1) as k
         cross join lateral (select cast((n::bigint * :rivals + k * 7919) % :members + 1 as int) as g) as entry) as drawn`,
    range,
  );
}
