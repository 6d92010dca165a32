import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type Fault,
  ScriptedChain,
  ScriptedRpc,
  type ScriptedTransaction,
} from './testing/scripted-chain.ts';
import type { PendingTransfer, TransferRange } from './transfer.ts';
import { combineRpcs } from './transfer-reader.ts';

const TREASURY = `0x${'a'.repeat(40)}`;
const UNAVAILABLE = { code: 'UPSTREAM_UNAVAILABLE' };

let chain: ScriptedChain;
let payment: ScriptedTransaction;

beforeEach(() => {
  chain = new ScriptedChain({ finalDepth: 100 });
  for (let n = 0; n < 5; n++) chain.mine();
  payment = chain.transaction([{ sender: `0x${'1'.repeat(40)}`, recipient: TREASURY, amount: 5n }]);
  chain.mine(payment);
  chain.mine();
});

/** Creates a reader over RPCs with these faults, and records its warnings. */
function createReader(...faults: Fault[]) {
  const rpcs = faults.map((fault) => {
    const rpc = new ScriptedRpc(chain);
    rpc.setFault(fault);
    return rpc;
  });
  const outvoted: string[] = [];
  const wrong: unknown[] = [];
  const reader = combineRpcs(rpcs, {
    timeoutMs: 50,
    onOutvoted: (_, subject) => outvoted.push(subject),
    onWrongChain: (_, error) => wrong.push(error),
  });
  return {
    ...reader,
    outvoted,
    wrong,
    rpcs,
    scanAll: async () =>
      (await reader.scan({ from: 0, to: chain.height, side: 'recipient', address: TREASURY })).found,
    find: () => reader.byHash(payment.hash),
    isLastCanonical: () => reader.isCanonical({ number: chain.height, hash: chain.blocks.at(-1)!.hash }),
  };
}

const FAULTS: Fault[] = ['DOWN', 'HANGING', 'LAGGING', 'OMITTING', 'INVENTING', 'FORGETTING', 'ELSEWHERE'];
const either = FAULTS.flatMap((fault) => [0, 1].map((place) => [fault, place] as const));

describe('two RPCs', () => {
  it.each(either)(
    'S7 reader accepts no result of one RPC while the other is %s (%i)',
    async (fault, place) => {
      const reader = createReader('NONE', 'NONE');
      reader.rpcs[place]!.setFault(fault);
      chain.mine();
      await expect(reader.scanAll()).rejects.toMatchObject(UNAVAILABLE);
      if (fault === 'LAGGING')
        expect(await reader.find()).toMatchObject({ state: 'mined', confirmations: 2 });
      else await expect(reader.find()).rejects.toMatchObject(UNAVAILABLE);
    },
  );

  it('S7 reader reports the heights that both RPCs have reached', async () => {
    const honest = await createReader('NONE', 'NONE').heads();
    expect(await createReader('AHEAD', 'NONE').heads()).toEqual(honest);
    expect(await createReader('NONE', 'AHEAD').heads()).toEqual(honest);
    const reader = createReader('LAGGING', 'NONE');
    chain.mine();
    expect(await reader.heads()).toEqual(honest);
    await expect(createReader('NONE', 'HANGING').heads()).rejects.toMatchObject(UNAVAILABLE);
  });

  it.each([0, 1])('reader rejects two conflicting blocks (%i)', async (place) => {
    const reader = createReader('NONE', 'NONE');
    reader.rpcs[place]!.setFault('LAGGING');
    chain.remove(2);
    chain.mine();
    chain.mine();
    await expect(reader.find()).rejects.toMatchObject(UNAVAILABLE);
    await expect(reader.isLastCanonical()).rejects.toMatchObject(UNAVAILABLE);
    // Either RPC may be lying, so both are counted.
    expect(reader.outvoted.filter((subject) => subject === `block ${chain.height}`)).toHaveLength(2);
    reader.rpcs[place]!.setFault('NONE');
    expect(await reader.find()).toEqual({ state: 'missing' });
  });
});

describe('three RPCs', () => {
  it.each([...FAULTS, 'AHEAD'] as Fault[])('S7 reader needs only two RPCs while one is %s', async (fault) => {
    const honest = await createReader('NONE').heads();
    const reader = createReader('NONE', fault, 'NONE');
    expect(await reader.scanAll()).toHaveLength(1);
    expect(await reader.find()).toMatchObject({ state: 'mined', confirmations: 2 });
    expect(await reader.isLastCanonical()).toBe(true);
    expect(await reader.heads()).toEqual(honest);
    expect(await reader.pending(payment.hash, () => true)).toBe('missing');
    const liars: Fault[] = ['OMITTING', 'INVENTING', 'FORGETTING'];
    expect(reader.outvoted.length > 0).toBe(liars.includes(fault));
    expect(reader.rpcStatus().contradicted).toBe(liars.includes(fault) ? 1 : 0);
    expect(reader.rpcStatus().failing).toBe(fault === 'DOWN' || fault === 'ELSEWHERE' ? 1 : 0);
  });

  it('S7 reader reports a payment as missing that only one RPC knows, and as unavailable while another is silent', async () => {
    chain.remove(2);
    expect(await createReader('NONE', 'NONE', 'NONE').find()).toEqual({ state: 'missing' });
    const elsewhere = new ScriptedChain({ finalDepth: 100 });
    elsewhere.mine(payment);
    const liar = () => new ScriptedRpc(elsewhere);
    const honest = () => new ScriptedRpc(chain);
    const find = (...rpcs: ScriptedRpc[]) => combineRpcs(rpcs, { timeoutMs: 50 }).byHash(payment.hash);
    expect(await find(liar(), honest(), honest())).toEqual({ state: 'missing' });
    const silent = honest();
    silent.setFault('HANGING');
    await expect(find(liar(), honest(), silent)).rejects.toMatchObject(UNAVAILABLE);
    await expect(find(liar(), silent)).rejects.toMatchObject(UNAVAILABLE);
  });
});

describe('a pending payment', () => {
  const pending = { sender: `0x${'1'.repeat(40)}`, recipient: TREASURY, amount: 5n };
  const delay = (ms: number) => new Promise<void>((done) => void setTimeout(done, ms));
  const other = { ...pending, sender: `0x${'2'.repeat(40)}` };
  /** Asks RPCs with these responses for a payment of the sender. */
  const find = (...responses: [ms: number, response: PendingTransfer | 'other' | null][]) => {
    const reader = combineRpcs(
      responses.map(([ms, found]) => {
        const rpc = new ScriptedRpc(chain);
        rpc.pending = async () => {
          await delay(ms);
          return found;
        };
        return rpc;
      }),
    );
    return reader.pending(payment.hash, ({ sender }) => sender === pending.sender);
  };

  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('reader finds a pending payment that only the slowest RPC knows', async () => {
    const found = find([10, null], [12, null], [40, pending]);
    await vi.advanceTimersByTimeAsync(41);
    expect(await Promise.race([found, 'waiting'])).toBe('expected');
  });

  it('reader does not wait for other RPCs once one knows the pending payment', async () => {
    const found = find([10, null], [10, null], [20, pending], [5_000, null]);
    await vi.advanceTimersByTimeAsync(21);
    expect(await Promise.race([found, 'waiting'])).toBe('expected');
  });

  it('S7 reader finds a pending payment that another RPC describes differently', async () => {
    const found = find([5, other], [10, pending], [12, pending]);
    await vi.advanceTimersByTimeAsync(11);
    expect(await Promise.race([found, 'waiting'])).toBe('expected');
  });

  it('reader tells a transaction that pays in another way from a missing one', async () => {
    const found = [
      find([10, null], [12, null]),
      find([10, null], [12, 'other']),
      find([10, other], [12, null]),
    ];
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await Promise.all(found)).toEqual(['missing', 'other', 'other']);
  });
});

it('S7 reader rejects matching logs from RPCs with different blocks', async () => {
  chain.remove(2);
  chain.mine();
  chain.mine();
  const reader = createReader('NONE', 'LAGGING', 'NONE');
  chain.remove(2);
  chain.mine(payment);
  chain.mine();
  expect(await reader.scanAll()).toHaveLength(1);
  reader.rpcs[2]!.setFault('FORGETTING'); // returns no logs, like the lagging RPC for its own blocks
  await expect(reader.scanAll()).rejects.toMatchObject(UNAVAILABLE);
});

it('S7 reader rejects a tie of two RPCs against two', async () => {
  await expect(createReader('NONE', 'OMITTING', 'NONE', 'OMITTING').find()).rejects.toMatchObject(
    UNAVAILABLE,
  );
  expect(await createReader('NONE', 'OMITTING', 'NONE', 'NONE').find()).toMatchObject({ state: 'mined' });
});

type Range = Awaited<ReturnType<ScriptedRpc['transfers']>>;

it('reader splits a long range when an RPC rejects it or truncates its response', async () => {
  for (let n = 0; n < 1_500; n++) chain.mine();
  chain.mine(chain.transaction([{ sender: `0x${'2'.repeat(40)}`, recipient: TREASURY, amount: 7n }]));
  const steps: number[] = [];
  const limited = (limit: number, respond: (range: Range) => Range) => {
    const rpc = new ScriptedRpc(chain);
    const transfers = async (range: TransferRange) => {
      const found = await new ScriptedRpc(chain).transfers(range);
      steps.push(range.to - range.from + 1);
      return range.to - range.from < limit ? found : respond(found);
    };
    return Object.assign(rpc, { transfers });
  };
  const rejecting = limited(500, () => Promise.reject(new Error('range too wide')) as never);
  const truncating = limited(300, (found) => ({ ...found, found: [] }));
  const { found } = await combineRpcs([rejecting, truncating]).scan({
    from: 0,
    to: chain.height,
    side: 'recipient',
    address: TREASURY,
  });
  expect(found.map(({ amount }) => amount)).toEqual([5n, 7n]);
  expect(steps.length).toBeLessThan(40);
});

it('reader accepts the responses of a single configured RPC', async () => {
  expect(await createReader('NONE').find()).toMatchObject({ state: 'mined', confirmations: 2 });
  expect(await createReader('FORGETTING').find()).toEqual({ state: 'missing' });
});

it('S22 reader checks the chain of an RPC that was down at start before using it', async () => {
  const reader = createReader('NONE', 'DOWN', 'NONE');
  await expect(reader.check()).resolves.toBeUndefined();
  reader.rpcs[1]!.setFault('ELSEWHERE');
  reader.rpcs[2]!.setFault('DOWN');
  await expect(reader.find()).rejects.toMatchObject(UNAVAILABLE);
  await expect(reader.heads()).rejects.toMatchObject(UNAVAILABLE);
  await expect(reader.pending(payment.hash, () => true)).rejects.toMatchObject(UNAVAILABLE);
  expect(reader.wrong).toHaveLength(1); // and it is not checked again immediately
  await expect(reader.check()).rejects.toThrow('chain 1');
  const late = createReader('NONE', 'DOWN');
  await expect(late.find()).rejects.toMatchObject(UNAVAILABLE);
  late.rpcs[1]!.setFault('NONE');
  expect(await late.find()).toMatchObject({ state: 'mined' });
});
