import { expect, it } from 'vitest';
import { REVIEW_MS, setUpFinalGames, wallet } from '../testing/final-games.ts';
import { findPrizesOfWallet } from './prizes.store.ts';

const games = setUpFinalGames();

it('an unpaid prize remains in the list of a wallet that won more than 500 prizes later', async () => {
  const game = await games.createGame([5, 4, 3, 2, 1]);
  await games.settle(game);
  games.clock.now += REVIEW_MS;
  await games.settle(game);
  await winLater(game, 501);
  const prizes = await findPrizesOfWallet(games.db, wallet(1));
  expect(prizes).toHaveLength(500);
  expect(prizes.filter(({ state }) => state === 'DUE').map(({ game_id }) => game_id)).toEqual([game]);
  const times = prizes.map(({ settled_at }) => settled_at);
  expect(times).toEqual([...times].sort((a, b) => b - a));
});

/** Copies the first entry of a settled game and its prize to games that were settled later, with a payment of each. */
async function winLater(game: string, count: number): Promise<void> {
  await games.db.raw(
    `with copies as (select n, gen_random_uuid() as id, '0x' || lpad(to_hex(n), 64, '0') as game_key
       from generate_series(1, cast(:count as integer)) as n),
     copied_games as (insert into games select copy.* from games as g cross join copies as c cross join lateral
       jsonb_populate_record(g, jsonb_build_object('id', c.id, 'game_type', 'TOURNAMENT')) as copy where g.id = :game),
     copied_entries as (insert into entries (id, game_id, ordinal, wallet, team_name, entry_points, joined_at, digest,
         roster_numbers, first_version, first_gameweek, first_lineup, first_commitment)
       select gen_random_uuid(), c.id, ordinal, wallet, team_name, entry_points, joined_at, digest, roster_numbers,
         first_version, first_gameweek, first_lineup, first_commitment
       from entries cross join copies as c where game_id = :game and ordinal = 1),
     copied_awards as (insert into prize_awards select copy.* from prize_awards as a cross join copies as c cross join lateral
       jsonb_populate_record(a, jsonb_build_object('game_id', c.id)) as copy where a.game_id = :game and a.ordinal = 1),
     copied_settlements as (insert into prize_settlements select copy.* from prize_settlements as s cross join copies as c
       cross join lateral jsonb_populate_record(s, jsonb_build_object('game_id', c.id, 'funding_tx', 'funding',
         'settled_at', s.settled_at + n * interval '1 hour',
         'document', s.document || jsonb_build_object('game_key', c.game_key))) as copy where s.game_id = :game)
     insert into vault_events (chain_id, vault, block_number, log_index, tx_hash, block_hash, block_time, kind, state, game,
       amount, prize_index)
     select (s.document ->> 'chain_id')::int, s.document ->> 'vault', n, 0, 'payment', 'block', now(), 'PAID', 'FINAL',
       c.game_key, 1, 0
     from prize_settlements as s cross join copies as c where s.game_id = :game`,
    { game, count },
  );
}
