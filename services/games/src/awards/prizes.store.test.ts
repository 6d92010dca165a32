import { describe, expect, it } from 'vitest';
import { REVIEW_MS, setUpFinalGames, wallet } from '../testing/final-games.ts';
import { findPrizesOfWallet, findUnpaidPrizes } from './prizes.store.ts';

const games = setUpFinalGames();

it('an unpaid prize remains in the list of a wallet that won more than 500 prizes later', async () => {
  const game = await settleGame();
  await winLater(game, 501);
  const prizes = await findPrizesOfWallet(games.db, wallet(1));
  expect(prizes).toHaveLength(500);
  expect(prizes.filter(({ state }) => state === 'DUE').map(({ game_id }) => game_id)).toEqual([game]);
  const times = prizes.map(({ settled_at }) => settled_at);
  expect(times).toEqual([...times].sort((a, b) => b - a));
});

it('the place of a prize counts the entries with a rank', async () => {
  const game = await games.createGame([5, 4, 3, 2, 1]);
  await games.db.raw('update entries set suspended_at = now() where game_id = ? and ordinal = 4', [game]);
  await games.db.raw(
    `update entries set excluded_at = now(), excluded_by = ?, excluded_reason = 'x' where game_id = ? and ordinal = 5`,
    [wallet(0xad1), game],
  );
  await games.settle(game);
  games.clock.now += REVIEW_MS;
  await games.settle(game);
  const [prize] = await findPrizesOfWallet(games.db, wallet(1), game);
  expect(prize).toMatchObject({ rank: 1, entries: 3 });
});

/** Settles a game of five entries, whose first two win prizes. */
async function settleGame(): Promise<string> {
  const game = await games.createGame([5, 4, 3, 2, 1]);
  await games.settle(game);
  games.clock.now += REVIEW_MS;
  await games.settle(game);
  return game;
}

describe('the payment of a prize', () => {
  it.each([
    ['of another vault', { vault: `0x${'d'.repeat(40)}` }, 'DUE'],
    ['on another chain', { chain_id: 1 }, 'DUE'],
    ['of another game', { game: `0x${'9'.repeat(64)}` }, 'DUE'],
    ['of another prize', { prize_index: 1 }, 'DUE'],
    ['that is not a payment', { kind: 'SETTLED' }, 'DUE'],
    ['that may still be removed', { state: 'SEEN' }, 'SENT'],
    ['with its vault, chain, game and prize', {}, 'CONFIRMED'],
  ])(
    'an event %s leads to the right state, and to none without our settlement',
    async (_which, changes, state) => {
      const game = await settleGame();
      const { document } = await games.db('prize_settlements').where({ game_id: game }).first('document');
      await games.db('vault_events').insert({
        chain_id: document.chain_id,
        vault: document.vault,
        block_number: 1,
        log_index: 0,
        tx_hash: 'payment',
        block_hash: 'block',
        block_time: new Date(),
        kind: 'PAID',
        state: 'FINAL',
        game: document.game_key,
        amount: 1,
        prize_index: 0,
        ...changes,
      });
      const readStates = async () => [
        (await findPrizesOfWallet(games.db, wallet(1), game)).map((prize) => prize.state),
        (await findUnpaidPrizes(games.db, game, { after: -1, limit: 9 })).map(({ leaf }) => leaf),
      ];
      const paysAnother = 'prize_index' in changes;
      expect(await readStates()).toEqual([['DUE'], [0, 1]]);
      await games.db('prize_settlements').where({ game_id: game }).update({ funding_tx: 'funding' });
      const unpaid = state !== 'DUE' ? [1] : paysAnother ? [0] : [0, 1];
      expect(await readStates()).toEqual([[state], unpaid]);
      await games.db('vault_events').delete();
    },
  );
});

describe('the prizes of a wallet', () => {
  it('other wallets and entries without a prize have none', async () => {
    const game = await settleGame();
    const find = async (n: number) =>
      (await findPrizesOfWallet(games.db, wallet(n), game)).map(({ rank }) => rank);
    expect(await Promise.all([1, 2, 3, 6].map(find))).toEqual([[1], [2], [], []]);
  });
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
