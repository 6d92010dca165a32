import { beforeEach, expect, it } from 'vitest';
import {
  type Fault,
  ScriptedChain,
  ScriptedRpc,
  type ScriptedTransaction,
} from './testing/scripted-chain.ts';
import { combineRpcs } from './transfer-reader.ts';

const TREASURY = `0x${'a'.repeat(40)}`;

let chain: ScriptedChain;
let rpcs: [ScriptedRpc, ScriptedRpc];
let payment: ScriptedTransaction;

beforeEach(() => {
  chain = new ScriptedChain({ finalDepth: 100 });
  for (let n = 0; n < 5; n++) chain.mine();
  payment = chain.transaction([{ sender: `0x${'1'.repeat(40)}`, recipient: TREASURY, amount: 5n }]);
  chain.mine(payment);
  chain.mine();
  rpcs = [new ScriptedRpc(chain), new ScriptedRpc(chain)];
});

const scan = () => combineRpcs(rpcs).scan({ from: 0, to: chain.height, recipient: TREASURY });
const find = () => combineRpcs(rpcs).byHash(payment.hash);

it.each<[Fault, number]>([
  ['OMITTING', 0],
  ['OMITTING', 1],
  ['INVENTING', 0],
  ['INVENTING', 1],
])('reports no transfers while an RPC is %s logs', async (fault, index) => {
  rpcs[index]!.setFault(fault);
  await expect(scan()).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
  await expect(find()).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
  rpcs[index]!.setFault('NONE');
  expect(await scan()).toHaveLength(1);
  expect(await find()).toMatchObject({ state: 'mined', confirmations: 2 });
});

it.each([0, 1])('reports no transaction of a block that another RPC has replaced', async (index) => {
  rpcs[index]!.setFault('LAGGING');
  chain.remove(2);
  chain.mine();
  chain.mine();
  await expect(find()).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
  rpcs[index]!.setFault('NONE');
  expect(await find()).toEqual({ state: 'missing' });
});

it.each<Fault>(['DOWN', 'LAGGING'])('needs only the other RPC while one is %s', async (fault) => {
  rpcs[0].setFault(fault);
  chain.mine();
  expect(await scan()).toHaveLength(1);
  expect(await find()).toMatchObject({ state: 'mined', confirmations: 3 });
});
