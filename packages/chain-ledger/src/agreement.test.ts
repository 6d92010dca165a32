import { beforeEach, describe, expect, it } from 'vitest';
import type { ScannedRange } from './rpc.ts';
import {
  type Fault,
  ScriptedChain,
  ScriptedRpc,
  type ScriptedTransaction,
} from './testing/scripted-chain.ts';
import type { TransferRange } from './transfer.ts';
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

/** A reader over RPCs of which some are faulty, and what it says. */
function readerOf(...faults: Fault[]) {
  const rpcs = faults.map((fault) => {
    const rpc = new ScriptedRpc(chain);
    rpc.setFault(fault);
    return rpc;
  });
  const outvoted: string[] = [];
  const wrong: unknown[] = [];
  const reader = combineRpcs(rpcs, {
    patienceMs: 50,
    onOutvoted: (_, about) => outvoted.push(about),
    onWrong: (_, error) => wrong.push(error),
  });
  return {
    ...reader,
    outvoted,
    wrong,
    rpcs,
    scanAll: () => reader.scan({ from: 0, to: chain.height, side: 'recipient', address: TREASURY }),
    find: () => reader.byHash(payment.hash),
    isLastCanonical: () => reader.isCanonical({ number: chain.height, hash: chain.blocks.at(-1)!.hash }),
  };
}

const FAULTS: Fault[] = ['DOWN', 'HANGING', 'LAGGING', 'OMITTING', 'INVENTING', 'FORGETTING', 'ELSEWHERE'];
const either = FAULTS.flatMap((fault) => [0, 1].map((place) => [fault, place] as const));

describe('of two RPCs', () => {
  it.each(either)('S7 nothing is taken from the other while one is %s (%i)', async (fault, place) => {
    const reader = readerOf('NONE', 'NONE');
    reader.rpcs[place]!.setFault(fault);
    chain.mine();
    await expect(reader.scanAll()).rejects.toMatchObject(UNAVAILABLE);
    if (fault === 'LAGGING') expect(await reader.find()).toMatchObject({ state: 'mined', confirmations: 2 });
    else await expect(reader.find()).rejects.toMatchObject(UNAVAILABLE);
  });

  it('S7 the heights are those that both have reached', async () => {
    const honest = await readerOf('NONE', 'NONE').heads();
    expect(await readerOf('AHEAD', 'NONE').heads()).toEqual(honest);
    expect(await readerOf('NONE', 'AHEAD').heads()).toEqual(honest);
    const reader = readerOf('LAGGING', 'NONE');
    chain.mine();
    expect(await reader.heads()).toEqual(honest);
    await expect(readerOf('NONE', 'HANGING').heads()).rejects.toMatchObject(UNAVAILABLE);
  });

  it.each([0, 1])('nobody can tell which of two blocks is right (%i)', async (place) => {
    const reader = readerOf('NONE', 'NONE');
    reader.rpcs[place]!.setFault('LAGGING');
    chain.remove(2);
    chain.mine();
    chain.mine();
    await expect(reader.find()).rejects.toMatchObject(UNAVAILABLE);
    await expect(reader.isLastCanonical()).rejects.toMatchObject(UNAVAILABLE);
    // Either may be the one that lies, so both count.
    expect(reader.outvoted.filter((about) => about === `block ${chain.height}`)).toHaveLength(2);
    reader.rpcs[place]!.setFault('NONE');
    expect(await reader.find()).toEqual({ state: 'missing' });
  });
});

describe('of three RPCs', () => {
  it.each([...FAULTS, 'AHEAD'] as Fault[])('S7 two suffice while one is %s', async (fault) => {
    const honest = await readerOf('NONE').heads();
    const reader = readerOf('NONE', fault, 'NONE');
    expect(await reader.scanAll()).toHaveLength(1);
    expect(await reader.find()).toMatchObject({ state: 'mined', confirmations: 2 });
    expect(await reader.isLastCanonical()).toBe(true);
    expect(await reader.heads()).toEqual(honest);
    expect(await reader.pending(payment.hash)).toBeNull();
    const liars: Fault[] = ['OMITTING', 'INVENTING', 'FORGETTING'];
    expect(reader.outvoted.length > 0).toBe(liars.includes(fault));
    expect(reader.rpcStatus().contradicted).toBe(liars.includes(fault) ? 1 : 0);
    expect(reader.rpcStatus().failing).toBe(fault === 'DOWN' || fault === 'ELSEWHERE' ? 1 : 0);
  });

  it('S7 a payment that only one of them knows does not exist, and with one of the others silent waits', async () => {
    chain.remove(2);
    expect(await readerOf('NONE', 'NONE', 'NONE').find()).toEqual({ state: 'missing' });
    const elsewhere = new ScriptedChain({ finalDepth: 100 });
    elsewhere.mine(payment);
    const liar = () => new ScriptedRpc(elsewhere);
    const honest = () => new ScriptedRpc(chain);
    const find = (...rpcs: ScriptedRpc[]) => combineRpcs(rpcs, { patienceMs: 50 }).byHash(payment.hash);
    expect(await find(liar(), honest(), honest())).toEqual({ state: 'missing' });
    const silent = honest();
    silent.setFault('HANGING');
    await expect(find(liar(), honest(), silent)).rejects.toMatchObject(UNAVAILABLE);
    await expect(find(liar(), silent)).rejects.toMatchObject(UNAVAILABLE);
  });
});

it('S7 no logs: the word of two RPCs that do not have the same blocks', async () => {
  chain.remove(2);
  chain.mine();
  chain.mine();
  const reader = readerOf('NONE', 'LAGGING', 'NONE');
  chain.remove(2);
  chain.mine(payment);
  chain.mine();
  expect(await reader.scanAll()).toHaveLength(1);
  reader.rpcs[2]!.setFault('FORGETTING'); // says what the lagging one says of its own blocks
  await expect(reader.scanAll()).rejects.toMatchObject(UNAVAILABLE);
});

it('S7 what two say against two is not decided', async () => {
  await expect(readerOf('NONE', 'OMITTING', 'NONE', 'OMITTING').find()).rejects.toMatchObject(UNAVAILABLE);
  expect(await readerOf('NONE', 'OMITTING', 'NONE', 'NONE').find()).toMatchObject({ state: 'mined' });
});

it('reads a long range in smaller steps when a provider refuses it, or cuts the answer short', async () => {
  for (let n = 0; n < 1_500; n++) chain.mine();
  chain.mine(chain.transaction([{ sender: `0x${'2'.repeat(40)}`, recipient: TREASURY, amount: 7n }]));
  const steps: number[] = [];
  const limited = (limit: number, answer: (found: ScannedRange) => ScannedRange) => {
    const rpc = new ScriptedRpc(chain);
    const transfers = async (range: TransferRange) => {
      const found = await new ScriptedRpc(chain).transfers(range);
      steps.push(range.to - range.from + 1);
      return range.to - range.from < limit ? found : answer(found);
    };
    return Object.assign(rpc, { transfers });
  };
  const refusing = limited(500, () => Promise.reject(new Error('range too wide')) as never);
  const cutting = limited(300, (found) => ({ ...found, transfers: [] }));
  const found = await combineRpcs([refusing, cutting]).scan({
    from: 0,
    to: chain.height,
    side: 'recipient',
    address: TREASURY,
  });
  expect(found.map(({ amount }) => amount)).toEqual([5n, 7n]);
  expect(steps.length).toBeLessThan(40);
});

it('a single RPC is believed, because nobody else was configured', async () => {
  expect(await readerOf('NONE').find()).toMatchObject({ state: 'mined', confirmations: 2 });
  expect(await readerOf('FORGETTING').find()).toEqual({ state: 'missing' });
});

it('S22 an RPC that was down at start is not used before it has proved which chain it serves', async () => {
  const reader = readerOf('NONE', 'DOWN', 'NONE');
  await expect(reader.check()).resolves.toBeUndefined();
  reader.rpcs[1]!.setFault('ELSEWHERE');
  reader.rpcs[2]!.setFault('DOWN');
  await expect(reader.find()).rejects.toMatchObject(UNAVAILABLE);
  await expect(reader.heads()).rejects.toMatchObject(UNAVAILABLE);
  await expect(reader.pending(payment.hash)).rejects.toMatchObject(UNAVAILABLE);
  expect(reader.wrong).toHaveLength(1); // and it is not asked again at once
  await expect(reader.check()).rejects.toThrow('chain 1');
  const late = readerOf('NONE', 'DOWN');
  await expect(late.find()).rejects.toMatchObject(UNAVAILABLE);
  late.rpcs[1]!.setFault('NONE');
  expect(await late.find()).toMatchObject({ state: 'mined' });
});
