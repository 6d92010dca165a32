import { setTimeout as sleep } from 'node:timers/promises';
import { rpc } from '@touchline/local-stack/dependencies/json-rpc';
import type { Product } from '@touchline/local-stack/product';
import { between, type Random } from '@touchline/season-replay/random';
import { type Hex, numberToHex } from 'viem';
import { sendRpcBatch } from './json-rpc-batch.ts';
import type { Network } from './network.ts';
import type { RpcFault } from './rpc-faults.ts';
import type { RpcProxy } from './rpc-proxy.ts';
import { mine } from './wallets.ts';

/** A fault. It is over when `run` resolves. */
export interface Fault {
  name: string;
  run(): Promise<void>;
}

/** Targets of the faults. */
export interface FaultTargets {
  product: Product;
  network: Network;
  proxies: readonly RpcProxy[];
  random: Random;
}

const MAX_REORGANISATION_DEPTH = 10;
/** Duration of an RPC fault. */
const RPC_FAULT_MS = 2_500;
/** Share of transactions that a reorganisation removes permanently. */
const LOST_SHARE = 0.25;

/** Creates every fault once, with reorganisations of three depths, in an order that depends on the seed. `cycle` selects the depths and the RPCs. */
export function createFaults(targets: FaultTargets, cycle: number): Fault[] {
  const { product, random } = targets;
  const killed = ['fpl-relay', 'games', 'staking', 'gateway', 'postgres', 'nats', 'chain'];
  const kinds: RpcFault[] = ['DOWN', 'HANGING', 'LAGGING', 'OMITTING', 'INVENTING'];
  const depths = [0, 1, 2].map((n) => (((cycle * 3 + n) * 3) % MAX_REORGANISATION_DEPTH) + 1);
  const faults: Fault[] = [
    ...killed.map((name) => ({ name: `kill -9 ${name}`, run: () => killAndWait(targets, name) })),
    ...['postgres', 'nats', 'chain'].map((name) => ({
      name: `restart ${name}`,
      run: () => product.restart(name).then(() => recover(targets, name)),
    })),
    ...depths.map((depth) => ({
      name: `reorganisation of ${depth}`,
      run: () => reorganise(targets, depth),
    })),
    {
      name: `${nameRpc(cycle)} AHEAD, then a reorganisation of ${MAX_REORGANISATION_DEPTH}`,
      run: async () => {
        await breakRpcs(targets, { [cycle]: 'AHEAD' });
        await reorganise(targets, MAX_REORGANISATION_DEPTH); // removes blocks that the RPC reported as final
      },
    },
    ...kinds.map((kind, index) => ({
      name: `${nameRpc(cycle + index)} ${kind}`,
      run: () => breakRpcs(targets, { [cycle + index]: kind }),
    })),
    ...(['OMITTING', 'INVENTING', 'AHEAD'] as const).map((kind, index) => ({
      name: `${nameRpc(cycle + index)} ${kind} while ${nameRpc(cycle + index + 1)} is DOWN`,
      run: () => breakRpcs(targets, { [cycle + index]: kind, [cycle + index + 1]: 'DOWN' }),
    })),
  ];
  return shuffle(faults, random);
}

/** Kills a process and waits until it is ready again. */
export async function killAndWait(targets: FaultTargets, name: string): Promise<void> {
  await targets.product.kill(name);
  await targets.product.ready(name);
  await recover(targets, name);
}

/** Mines blocks after a restart of the chain, which has no earlier states for a reorganisation and may have lost the last second. */
async function recover({ product, network }: FaultTargets, name: string): Promise<void> {
  if (name !== 'chain') return;
  await rejectLostBlocks(product.chain.rpcUrl);
  await mine(product.chain.rpcUrl, MAX_REORGANISATION_DEPTH + 2);
  await network.resend();
}

/** Anvil sometimes loses blocks when it loads a state that was saved after a reorganisation. @throws Error that names them */
async function rejectLostBlocks(rpcUrl: string): Promise<void> {
  const latest = Number(await rpc(rpcUrl, 'eth_blockNumber', []));
  const calls = Array.from({ length: latest + 1 }, (_, number) => ({
    method: 'eth_getBlockByNumber',
    params: [numberToHex(number), false],
  }));
  const blocks = await sendRpcBatch(rpcUrl, calls);
  const lost = blocks.flatMap((block, number) => (block === null ? [number] : []));
  if (lost.length > 0) throw new Error(`anvil lost the blocks ${lost.join(', ')}: repeat the run`);
}

async function reorganise({ product, network, random }: FaultTargets, depth: number): Promise<void> {
  const { rpcUrl } = product.chain;
  const latest = Number(await rpc(rpcUrl, 'eth_blockNumber', []));
  const removed: Hex[] = [];
  for (let number = latest - depth + 1; number <= latest; number++) {
    const block = await rpc(rpcUrl, 'eth_getBlockByNumber', [numberToHex(number), false]);
    removed.push(...(block as { transactions: Hex[] }).transactions);
  }
  for (const hash of removed.sort()) if (random() < LOST_SHARE) network.drop(hash);
  await rpc(rpcUrl, 'anvil_reorg', [depth, []]);
  await sleep(between(random, 0, 1_500)); // services may or may not see the chain without these transactions
  await network.resend();
}

/** Number of RPCs. The product tolerates one faulty RPC, and waits while another one is down. */
export const RPC_COUNT = 3;

const nameRpc = (index: number) => `RPC ${(index % RPC_COUNT) + 1}`;

async function breakRpcs(
  { proxies }: FaultTargets,
  kinds: Readonly<Record<number, RpcFault>>,
): Promise<void> {
  const broken = Object.entries(kinds).map(([index, kind]) => ({
    proxy: proxies[Number(index) % RPC_COUNT]!,
    kind,
  }));
  for (const { proxy, kind } of broken) await proxy.break(kind);
  await sleep(RPC_FAULT_MS);
  for (const { proxy } of broken) proxy.repair();
}

function shuffle<T>(items: readonly T[], random: Random): T[] {
  const remaining = [...items];
  return items.map(() => remaining.splice(Math.floor(random() * remaining.length), 1)[0]!);
}
