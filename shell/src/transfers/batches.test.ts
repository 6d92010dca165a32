// @vitest-environment node
import { TouchlineError } from '@touchline/api/errors';
import { beginPayout, type Payout } from '@touchline/api/http/admin-money';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import type { BatchStep, Transfer } from '@touchline/host/transfers';
import { rpc } from '@touchline/local-stack/dependencies/json-rpc';
import { beforeEach, describe, expect, test } from 'vitest';
import { walletError } from '../testing/chain-wallet.ts';
import { transferSuite } from '../testing/transfer-suite.ts';

const TOKEN = 10n ** 18n;
const page = transferSuite();
const batches = () => page.transfers.batches!;

interface Calls {
  id: string;
  from: string;
  chainId: string;
  atomicRequired: boolean;
  calls: { to: string; data: string; value: string }[];
}
/** Batches of the wallet by id: the hashes of their transactions. */
let executed: Map<string, string[]>;
let status: number;

/** Gives the wallet batches that are executed one transaction after the other. */
function offerBatches() {
  page.wallet.handlers.wallet_getCapabilities = () => ({ '0x1e0': { atomic: { status: 'unsupported' } } });
  page.wallet.handlers.wallet_sendCalls = async ([request]) => {
    const { id, from, calls } = request as Calls;
    if (executed.has(id)) throw walletError(5720, 'duplicate');
    const hashes: string[] = [];
    for (const call of calls)
      hashes.push(String(await rpc(page.chain.rpcUrl, 'eth_sendTransaction', [{ ...call, from }])));
    executed.set(id, hashes);
    return { id };
  };
  page.wallet.handlers.wallet_getCallsStatus = ([id]) => {
    const hashes = executed.get(String(id));
    if (!hashes) throw walletError(5730, 'unknown');
    return { status, receipts: hashes.map((transactionHash) => ({ transactionHash })) };
  };
}

const TIMESTAMP = '2026-09-01T12:00:00.000Z';
const buildPayout = (id: string, recipient: string, amount: string): Payout => ({
  id,
  kind: 'STAKE_RETURN',
  reason: 'UNLOCKED',
  because: 'The lock ended',
  recipient,
  amount,
  state: 'SENDING',
  payable: false,
  locked: false,
  sender: page.account(1),
  payer: page.account(1),
  final: false,
  transaction_hash: null,
  paid_with: null,
  game_id: null,
  due_at: TIMESTAMP,
  begun_at: TIMESTAMP,
  sent_at: null,
  confirmed_at: null,
});

let payouts: Map<string, Payout>;
const transfers = (): Transfer[] =>
  [...payouts.values()].map(({ id, recipient: to, amount }) => ({
    to,
    amount,
    payout: id,
    purpose: 'payout',
  }));

beforeEach(() => {
  executed = new Map();
  status = 200;
  payouts = new Map(
    [
      buildPayout('staking.1', page.account(3), '10000'),
      buildPayout('staking.2', page.account(3), '60.5'),
      buildPayout('staking.3', page.account(4), '1000'),
    ].map((payout) => [payout.id, payout]),
  );
  page.responses = [
    fakeResponse(beginPayout, ({ params: { id } }) => {
      const payout = payouts.get(id ?? '');
      if (!payout) throw new TouchlineError('STALE', 'Another administrator is already paying this.');
      return { payout, newly_begun: false };
    }),
  ];
});

const send = (id: string, steps: BatchStep[] = []) =>
  batches().send({ id, transfers: transfers() }, (step) => steps.push(step));
const readError = (step: Promise<unknown>) => step.catch((error: unknown) => error);

describe('batches', () => {
  test('payouts of one account are sent with one request, and every transfer is found on the chain', async () => {
    offerBatches();
    expect(await batches().supported()).toBe(true);
    const before = await page.balance(page.account(3));
    const steps: BatchStep[] = [];
    const result = await send('first', steps);
    expect(steps).toEqual([
      { step: 'checking' },
      { step: 'confirm-in-wallet' },
      { step: 'sent', id: 'first' },
    ]);
    expect(result).toMatchObject({
      complete: true,
      mined: [
        { to: page.account(3), amount: '10000' },
        { to: page.account(3), amount: '60.5' },
        { to: page.account(4), amount: '1000' },
      ],
    });
    expect(result.mined.map(({ hash }) => hash)).toEqual(executed.get('first'));
    expect(await page.balance(page.account(3))).toBe(before + 10_060n * TOKEN + TOKEN / 2n);
    const [request] = page.wallet.calls.find(({ method }) => method === 'wallet_sendCalls')!.params as [
      Calls,
    ];
    expect(request).toMatchObject({ from: page.account(1), chainId: '0x1e0', atomicRequired: false });
  });

  test('a batch is found by its id after a reload, and a repeated request does not pay twice', async () => {
    offerBatches();
    await send('first');
    const before = await page.balance(page.account(3));
    await page.load();
    expect((await batches().wait('first')).mined).toHaveLength(3);
    expect((await send('first')).mined).toHaveLength(3);
    expect(await page.balance(page.account(3))).toBe(before);
  });

  test('a batch of which a part was executed is incomplete', async () => {
    offerBatches();
    await send('first');
    executed.get('first')!.pop();
    status = 600;
    expect(await batches().wait('first')).toMatchObject({ complete: false, mined: [{}, {}] });
  });

  test('a batch that remains pending fails with a network error after a while', async () => {
    await page.load({ receiptMs: 10 });
    offerBatches();
    status = 100;
    expect(await readError(send('first'))).toMatchObject({ code: 'NETWORK_ERROR' });
  });

  test.each([
    [5740, 'too-large'],
    [4200, 'unsupported'],
    [-32601, 'unsupported'],
    [5760, 'unsupported'],
  ])('a batch that the wallet rejects with code %i is %s', async (code, batch) => {
    page.wallet.handlers.wallet_sendCalls = () => {
      throw walletError(code, 'No');
    };
    expect(await readError(send('first'))).toMatchObject({ batch });
  });

  test('a batch that the user declines fails with USER_REJECTED', async () => {
    page.wallet.handlers.wallet_sendCalls = () => {
      throw walletError(4001, 'User rejected the request.');
    };
    expect(await readError(send('first'))).toMatchObject({ code: 'USER_REJECTED' });
  });

  test('a batch that was sent is not reported as unsupported, because it may be mined', async () => {
    for (const code of [-32601, 4200, 5760]) {
      offerBatches();
      page.wallet.handlers.wallet_getCallsStatus = () => {
        throw walletError(code, 'No');
      };
      const error = await readError(send(`sent ${code}`));
      expect(error).toMatchObject({ code: 'NETWORK_ERROR', batch: undefined });
      expect(executed.get(`sent ${code}`)).toHaveLength(3);
    }
  });

  test('a batch that the wallet does not know is reported as unknown', async () => {
    offerBatches();
    expect(await readError(batches().wait('lost'))).toMatchObject({ batch: 'unknown' });
  });

  test('a wallet without EIP-5792 offers no batches', async () => {
    expect(await batches().supported()).toBe(false);
    await page.load({ responseMs: 50 });
    page.wallet.handlers.wallet_getCapabilities = () => new Promise(() => {});
    expect(await batches().supported()).toBe(false);
  });
});

describe('checks of a batch', () => {
  beforeEach(offerBatches);

  test('a batch with one payout that another admin pays is not requested', async () => {
    const all = transfers();
    payouts.delete('staking.2');
    const error = await readError(batches().send({ id: 'first', transfers: all }));
    expect(error).toMatchObject({ message: expect.stringContaining('Nothing was sent.') });
    expect(page.wallet.count('wallet_sendCalls')).toBe(0);
  });

  test('a batch with a changed recipient or amount is not requested', async () => {
    for (const changes of [{ to: page.account(5) }, { amount: '10001' }]) {
      const [first, ...others] = transfers();
      const changed = [{ ...first!, ...changes }, ...others];
      const error = await readError(batches().send({ id: 'first', transfers: changed }));
      expect(error).toMatchObject({ message: expect.stringContaining('unknown wallet') });
    }
    expect(page.wallet.count('wallet_sendCalls')).toBe(0);
  });

  test('a batch that costs more than the account has is not requested', async () => {
    for (const id of ['staking.1', 'staking.3'])
      payouts.set(id, { ...payouts.get(id)!, amount: '900000000000' });
    expect(await readError(send('first'))).toMatchObject({ code: 'INSUFFICIENT_FUNDS' });
    expect(page.wallet.count('wallet_sendCalls')).toBe(0);
  });
});
