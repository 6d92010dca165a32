import { prizeGameKey } from '@touchline/contracts/prize-tree';
import { afterEach, expect, it } from 'vitest';
import { REVIEW_MS, setUpFinalGames, wallet } from '../testing/final-games.ts';
import { explainFundings } from './prizes.store.ts';

const games = setUpFinalGames();
const VAULT = `0x${'c'.repeat(40)}`;
const TX = `0x${'ab'.repeat(32)}`;

afterEach(async () => {
  for (const table of ['vault_events', 'ledger_outgoing']) await games.db(table).delete();
});

const chainRow = (log_index: number) => ({
  chain_id: 480,
  block_number: 7,
  log_index,
  tx_hash: TX,
  block_hash: '0xb7',
  block_time: new Date(),
  amount: '500',
});

/** Records a transfer of the treasury to the vault and the event of a funding after it; returns whether it is explained. */
async function isExplained(game: string, event: object): Promise<boolean> {
  await games.db('ledger_outgoing').insert({
    ...chainRow(3),
    sender: wallet(7),
    recipient: VAULT,
    seen_at: new Date(),
  });
  await games.db('vault_events').insert({
    ...chainRow(4),
    vault: VAULT,
    kind: 'SETTLED',
    state: 'SEEN',
    game: prizeGameKey(game),
    ...event,
  });
  await explainFundings(games.db);
  return (await games.db('ledger_outgoing').first('explained')).explained;
}

it.each<[string, object, boolean]>([
  ['a settlement', {}, true],
  ['a refill', { kind: 'REFILLED' }, true],
  ['a revoke', { kind: 'REVOKED' }, false],
  ['a payment', { kind: 'PAID' }, false],
  ['a settlement of another amount', { amount: '501' }, false],
  ['a settlement in another transaction', { tx_hash: `0x${'ac'.repeat(32)}` }, false],
  ['a settlement in another vault', { vault: `0x${'d'.repeat(40)}` }, false],
  ['a settlement on another chain', { chain_id: 1 }, false],
  ['a settlement before the transfer', { log_index: 2 }, false],
])(
  'S2 %s explains a transfer to the vault only if it is that of the transfer',
  async (_what, event, explained) => {
    const game = await games.createGame([2, 1]);
    await games.settle(game);
    games.clock.now += REVIEW_MS;
    await games.settle(game);
    expect(await isExplained(game, event)).toBe(explained);
  },
);

it('S2 a settlement of a game whose prizes are in review explains no transfer to the vault', async () => {
  const game = await games.createGame([2, 1]);
  await games.settle(game);
  expect(await isExplained(game, {})).toBe(false);
});
