import { coefficientsRequest, stakesChanged } from '@touchline/api/events/staking';
import { footballAbi } from '@touchline/contracts/abi';
import { request } from '@touchline/service-kit/messaging/request';
import { subscribe } from '@touchline/service-kit/messaging/subscribe';
import { eventually } from '@touchline/service-kit/testing/waiting';
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
import { expect, it } from 'vitest';
import { anvil, reorganise } from '../testing/payer.ts';
import { stakingSuite } from '../testing/staking-suite.ts';

const suite = stakingSuite({ seasonEnd: Date.now() + 200 * 86_400_000 });

const expectTotal = (n: number, tokens: string) =>
  eventually(async () => expect((await suite.mine(n)).total_staked).toBe(tokens));
const readSteps = async (n: number) =>
  (await request(suite.app.bus, coefficientsRequest, { wallets: [suite.player(n)] })).wallets[0]?.steps.map(
    (step) => step.coefficient_thousandths,
  );

it('worker records stakes without requests from the browser and notifies games by event only', async () => {
  const changed: string[] = [];
  subscribe(
    suite.app.bus,
    stakesChanged,
    { durable: 'test' },
    async ({ wallet }) => void changed.push(wallet),
  );
  for (const n of [1, 8]) {
    await suite.pay(n, '2000');
    await expectTotal(n, '2000');
  }
  await eventually(async () => expect(changed).toEqual([suite.player(1), suite.player(8)]));
  expect(suite.services.applied).toEqual([]);
});

it('worker continues from its last block after a restart', async () => {
  await suite.app.stop();
  await suite.pay(1, '3000');
  await anvil(suite.chain).mine({ blocks: 100 });
  suite.app = await suite.start({ now: Date.now() });
  await expectTotal(1, '5000');
  expect(await readSteps(1)).toEqual([1055, 1065]);
});

it('worker continues after it has lost its connection and lock', async () => {
  const killed = await suite.app.db.raw(
    `select pg_terminate_backend(pid) from pg_locks join pg_database on pg_database.oid = database
       where datname = current_database() and locktype = 'advisory' and granted and objsubid = 2
       and classid::bigint = hashtext('staking')::bigint & 4294967295
       and objid::bigint = hashtext('staking-worker')::bigint & 4294967295`,
  );
  expect(killed.rows).toHaveLength(1);
  await suite.pay(7, '1000');
  await expectTotal(7, '1000');
});

it('worker lists a transfer below the minimum for a refund and ignores dust', async () => {
  const hash = await suite.pay(2, '1');
  await suite.pay(2, '0.999999999999999999');
  await suite.pay(2, '0');
  await suite.pay(2, '1000');
  await expectTotal(2, '1000');
  expect((await suite.mine(2)).owed).toMatchObject([{ transaction_hash: hash, reason: 'BELOW_MINIMUM' }]);
});

it('transfer is recorded once by the request and the worker', async () => {
  const hash = await suite.pay(3, '1000');
  await suite.app.stake(suite.player(3), '1000', hash);
  const { rows } = await suite.app.db.raw(
    'select count(*)::int as count from ledger_transfers where tx_hash = ?',
    [hash],
  );
  expect(rows[0].count).toBe(1);
});

/** A signed transfer that can be sent again after a reorganisation, with the same hash. */
async function signedTransfer(
  n: number,
  tokens: string,
): Promise<{ raw: Hex; hash: Hex; send(): Promise<Hex> }> {
  const account = privateKeyToAccount(suite.chain.accounts[n]!.privateKey);
  const wallet = createWalletClient({ account, transport: http(suite.chain.rpcUrl) }).extend(publicActions);
  const data = encodeFunctionData({
    abi: footballAbi,
    functionName: 'transfer',
    args: [suite.chain.stakingWallet, parseEther(tokens)],
  });
  const request = await wallet.prepareTransactionRequest({
    to: suite.chain.token,
    data,
    gas: 200_000n,
    chain: null,
  });
  const raw = await account.signTransaction({ ...request, chainId: 480 } as never);
  return { raw, hash: keccak256(raw), send: () => wallet.sendRawTransaction({ serializedTransaction: raw }) };
}

it('worker suspends a stake that a reorganisation removed and restores it when it is mined again', async () => {
  const transfer = await signedTransfer(4, '30000');
  await transfer.send();
  const { stake } = await suite.app.stake(suite.player(4), '30000', transfer.hash);
  expect(await readSteps(4)).toEqual([1080]);
  const { version } = (await request(suite.app.bus, coefficientsRequest, { wallets: [suite.player(4)] }))
    .wallets[0]!;

  await reorganise(suite.chain, 1);
  await expectTotal(4, '0');
  expect(await suite.mine(4)).toMatchObject({ coefficient: 1, active_stakes: [], owed: [] });
  expect(await readSteps(4)).toEqual([]);
  const claim = { amount: '30000', transaction_hash: transfer.hash };
  expect((await suite.app.post(suite.player(4), claim)).status).toBe(202);

  await suite.pay(5, '1', suite.chain.treasury); // an earlier transaction, so block and log index differ
  await transfer.send();
  await expectTotal(4, '30000');
  expect((await suite.mine(4)).active_stakes).toEqual([stake]);
  expect(await suite.app.post(suite.player(4), claim)).toMatchObject({
    status: 200,
    body: { data: { stake } },
  });
  const after = (await request(suite.app.bus, coefficientsRequest, { wallets: [suite.player(4)] }))
    .wallets[0]!;
  expect(after.version).toBe(version + 2);
});

it('worker rechecks a transfer until it is final', async () => {
  const hash = await suite.pay(6, '1000');
  await suite.app.stake(suite.player(6), '1000', hash);
  const state = async () =>
    (await suite.app.db.raw('select state from ledger_transfers where tx_hash = ?', [hash])).rows[0].state;
  expect(await state()).toBe('SEEN');
  await anvil(suite.chain).mine({ blocks: 12 });
  await eventually(async () => expect(await state()).toBe('FINAL'));
});
