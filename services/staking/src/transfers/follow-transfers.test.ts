import { askCoefficients } from '@touchline/api/events/staking';
import { myStakes, stakingTiers } from '@touchline/api/http/staking';
import { footballAbi } from '@touchline/chain/abi';
import {
  createTestDatabase,
  type TestDatabase,
  type TestNats,
  testChain,
  testNats,
} from '@touchline/platform/testing';
import { ask } from '@touchline/service-kit/ask';
import {
  createWalletClient,
  encodeFunctionData,
  type Hex,
  http,
  keccak256,
  parseEther,
  publicActions,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Neighbours, startNeighbours } from '../testing/neighbours.ts';
import { anvil, pay, playerOf, reorganise } from '../testing/payer.ts';
import { eventually, type StakingApp, startStakingApp } from '../testing/staking-app.ts';

const SEASON_END = Date.now() + 200 * 86_400_000;

let database: TestDatabase;
let nats: TestNats;
let chain: Awaited<ReturnType<typeof testChain>>;
let neighbours: Neighbours;
let app: StakingApp;

const start = () => startStakingApp({ databaseUrl: database.url, natsUrl: nats.url, chain });

beforeAll(async () => {
  [database, nats, chain] = await Promise.all([createTestDatabase('staking'), testNats(), testChain()]);
  neighbours = startNeighbours(nats.url, { name: '2026', ends_at: SEASON_END });
  app = await start();
  await eventually(async () => expect((await app.as(null).call(stakingTiers)).lock_end_date).not.toBeNull());
});

afterAll(async () => {
  await app?.stop();
  await neighbours?.stop();
  await Promise.all([nats?.stop(), chain?.stop()]);
  await database?.drop();
});

const player = (n: number) => playerOf(chain, n);
const mine = (n: number) => app.as(player(n)).call(myStakes);
const total = (n: number, tokens: string) =>
  eventually(async () => expect((await mine(n)).total_staked).toBe(tokens));
const stepsOf = async (n: number) =>
  (await ask(app.bus, askCoefficients, { wallets: [player(n)] })).wallets[0]?.steps.map(
    (step) => step.coefficient_thousandths,
  );

it('records a stake whose browser went away, and tells games', async () => {
  await pay(chain, 1, '2000');
  await total(1, '2000');
  await eventually(async () =>
    expect(neighbours.applied.at(-1)).toMatchObject({ wallet: player(1), version: 1 }),
  );
});

it('goes on from its last block after a restart', async () => {
  await app.stop();
  await pay(chain, 1, '3000');
  await anvil(chain).mine({ blocks: 100 });
  app = await start();
  await total(1, '5000');
  expect(await stepsOf(1)).toEqual([1055, 1065]);
});

it('lists too little as owed back and takes no notice of nothing', async () => {
  const hash = await pay(chain, 2, '0.5');
  await pay(chain, 2, '0');
  await pay(chain, 2, '1000');
  await total(2, '1000');
  expect((await mine(2)).owed).toMatchObject([{ transaction_hash: hash, reason: 'BELOW_MINIMUM' }]);
});

it('records a transfer once, whether the call or the watcher sees it first', async () => {
  const hash = await pay(chain, 3, '1000');
  await app.stake(player(3), '1000', hash);
  const { rows } = await app.db.raw('select count(*)::int as count from ledger_transfers where tx_hash = ?', [
    hash,
  ]);
  expect(rows[0].count).toBe(1);
});

/** A signed transfer that can be sent again after a reorganisation: the same hash. */
async function signedTransfer(
  n: number,
  tokens: string,
): Promise<{ raw: Hex; hash: Hex; send(): Promise<Hex> }> {
  const account = privateKeyToAccount(chain.accounts[n]!.privateKey);
  const wallet = createWalletClient({ account, transport: http(chain.rpcUrl) }).extend(publicActions);
  const data = encodeFunctionData({
    abi: footballAbi,
    functionName: 'transfer',
    args: [chain.stakingWallet, parseEther(tokens)],
  });
  const request = await wallet.prepareTransactionRequest({
    to: chain.token,
    data,
    gas: 200_000n,
    chain: null,
  });
  const raw = await account.signTransaction({ ...request, chainId: 480 } as never);
  return { raw, hash: keccak256(raw), send: () => wallet.sendRawTransaction({ serializedTransaction: raw }) };
}

it('suspends a stake that a reorganisation removed, and counts it again once it is mined again', async () => {
  const transfer = await signedTransfer(4, '30000');
  await transfer.send();
  const { stake } = await app.stake(player(4), '30000', transfer.hash);
  expect(await stepsOf(4)).toEqual([1080]);
  const { version } = (await ask(app.bus, askCoefficients, { wallets: [player(4)] })).wallets[0]!;

  await reorganise(chain, 1);
  await total(4, '0');
  expect(await mine(4)).toMatchObject({ coefficient: 1, active_stakes: [], owed: [] });
  expect(await stepsOf(4)).toEqual([]);
  const claim = { amount: '30000', transaction_hash: transfer.hash };
  expect((await app.post(player(4), claim)).status).toBe(202);

  await pay(chain, 5, '1', chain.treasury); // another transaction before it: other block, other place
  await transfer.send();
  await total(4, '30000');
  expect((await mine(4)).active_stakes).toEqual([stake]);
  expect(await app.post(player(4), claim)).toMatchObject({ status: 200, body: { data: { stake } } });
  const after = (await ask(app.bus, askCoefficients, { wallets: [player(4)] })).wallets[0]!;
  expect(after.version).toBe(version + 2);
});

it('checks a transfer until it is final', async () => {
  const hash = await pay(chain, 6, '1000');
  await app.stake(player(6), '1000', hash);
  const state = async () =>
    (await app.db.raw('select state from ledger_transfers where tx_hash = ?', [hash])).rows[0].state;
  expect(await state()).toBe('SEEN');
  await anvil(chain).mine({ blocks: 12 });
  await eventually(async () => expect(await state()).toBe('FINAL'));
});
