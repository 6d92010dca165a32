import { setTimeout as sleep } from 'node:timers/promises';
import { rpc } from '@touchline/local-stack/dependencies/json-rpc';
import type { Product } from '@touchline/local-stack/product';
import { between, type Random } from '@touchline/season-replay/random';
import { type Hex, numberToHex } from 'viem';
import type { Network } from './network.ts';
import type { RpcDoor } from './rpc-proxy.ts';
import type { RpcFault } from './rpc-faults.ts';
import { mine } from './wallets.ts';

/** One thing that goes wrong and is over when `happen` resolves. */
export interface Fault {
  name: string;
  happen(): Promise<void>;
}

/** Where faults happen. */
export interface Breakable {
  product: Product;
  network: Network;
  doors: readonly RpcDoor[];
  random: Random;
}

const DEEPEST = 10;
/** How long an RPC stays broken. */
const RPC_FAULT_MS = 2_500;
/** A reorganisation loses this share of its transactions for good. */
const LOST_SHARE = 0.25;

/** Every fault once and reorganisations of three depths, in an order of the seed; `cycle` moves the depths on. */
export function faultsOf(breakable: Breakable, cycle: number): Fault[] {
  const { product, random } = breakable;
  const killed = ['fpl-relay', 'games', 'staking', 'gateway', 'postgres', 'nats', 'chain'];
  const kinds: RpcFault[] = ['DOWN', 'HANGING', 'LAGGING', 'OMITTING', 'INVENTING'];
  const depths = [0, 1, 2].map((n) => (((cycle * 3 + n) * 3) % DEEPEST) + 1);
  const faults: Fault[] = [
    ...killed.map((name) => ({ name: `kill -9 ${name}`, happen: () => killAndWait(breakable, name) })),
    ...['postgres', 'nats', 'chain'].map((name) => ({
      name: `restart ${name}`,
      happen: () => product.restart(name).then(() => afterwards(breakable, name)),
    })),
    ...depths.map((depth) => ({
      name: `reorganisation of ${depth}`,
      happen: () => reorganise(breakable, depth),
    })),
    {
      name: `${rpcName(cycle)} AHEAD, then a reorganisation of ${DEEPEST}`,
      happen: async () => {
        await breakRpcs(breakable, { [cycle]: 'AHEAD' });
        await reorganise(breakable, DEEPEST); // removes what was claimed to be final
      },
    },
    ...kinds.map((kind, index) => ({
      name: `${rpcName(cycle + index)} ${kind}`,
      happen: () => breakRpcs(breakable, { [cycle + index]: kind }),
    })),
    ...(['OMITTING', 'INVENTING', 'AHEAD'] as const).map((kind, index) => ({
      name: `${rpcName(cycle + index)} ${kind} while ${rpcName(cycle + index + 1)} is DOWN`,
      happen: () => breakRpcs(breakable, { [cycle + index]: kind, [cycle + index + 1]: 'DOWN' }),
    })),
  ];
  return shuffled(faults, random);
}

/** Kills a process and waits until it is ready again. */
export async function killAndWait(breakable: Breakable, name: string): Promise<void> {
  await breakable.product.kill(name);
  await breakable.product.ready(name);
  await afterwards(breakable, name);
}

/** A chain that starts again knows no older states, which a reorganisation needs, and may have lost the last second. */
async function afterwards({ product, network }: Breakable, name: string): Promise<void> {
  if (name !== 'chain') return;
  await mine(product.chain.rpcUrl, DEEPEST + 2);
  await network.sendAgain();
}

async function reorganise({ product, network, random }: Breakable, depth: number): Promise<void> {
  const { rpcUrl } = product.chain;
  const latest = Number(await rpc(rpcUrl, 'eth_blockNumber', []));
  const removed: Hex[] = [];
  for (let number = latest - depth + 1; number <= latest; number++) {
    const block = await rpc(rpcUrl, 'eth_getBlockByNumber', [numberToHex(number), false]);
    removed.push(...(block as { transactions: Hex[] }).transactions);
  }
  for (const hash of removed.sort()) if (random() < LOST_SHARE) network.drop(hash);
  await rpc(rpcUrl, 'anvil_reorg', [depth, []]);
  await sleep(between(random, 0, 1_500)); // services see the chain without them, or do not
  await network.sendAgain();
}

/** How many RPCs the product has; with one wrong it goes on, with one silent as well it waits. */
export const RPCS = 3;

const rpcName = (index: number) => `RPC ${(index % RPCS) + 1}`;

async function breakRpcs({ doors }: Breakable, kinds: Readonly<Record<number, RpcFault>>): Promise<void> {
  const broken = Object.entries(kinds).map(([index, kind]) => ({ door: doors[Number(index) % RPCS]!, kind }));
  for (const { door, kind } of broken) await door.break(kind);
  await sleep(RPC_FAULT_MS);
  for (const { door } of broken) door.mend();
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const left = [...items];
  return items.map(() => left.splice(Math.floor(random() * left.length), 1)[0]!);
}
