import { buildPrizeTree, type PrizeLeaf } from '@touchline/contracts/prize-tree';
import { toBuffer } from '@touchline/service-kit/process/worker-thread';
import type { Address, Hex } from 'viem';

/** Leaves of a settlement as compact columns, in the order of their index. */
export interface TreeInput {
  chainId: number;
  vault: string;
  /** `prizeGameKey` of the game. */
  game: string;
  /** Twenty bytes per leaf. */
  accounts: Uint8Array;
  /** Wei, separated by commas. */
  amounts: string;
}

/** The tree as it is stored. */
export interface SettlementTree {
  root: string;
  /** As in `PrizeTree`. */
  nodes: Uint8Array;
  /** Node of each leaf, `POSITION_BYTES` each, big endian. */
  positions: Uint8Array;
}

export const POSITION_BYTES = 4;
const ACCOUNT_BYTES = 20;

/** Builds the tree of a settlement. Takes seconds for 200,000 leaves, so large ones run in a worker thread. */
export async function buildSettlementTree(input: TreeInput): Promise<SettlementTree> {
  const { nodes, positions, root } = await buildPrizeTree(listLeaves(input));
  const stored = Buffer.alloc(positions.length * POSITION_BYTES);
  for (const [leaf, node] of positions.entries()) stored.writeInt32BE(node, leaf * POSITION_BYTES);
  return { root, nodes, positions: stored };
}

function listLeaves({ chainId, vault, game, accounts, amounts }: TreeInput): PrizeLeaf[] {
  const bytes = toBuffer(accounts);
  return amounts.split(',').map((amount, index) => ({
    chainId: BigInt(chainId),
    vault: vault as Address,
    game: game as Hex,
    index: BigInt(index),
    account: `0x${bytes.toString('hex', index * ACCOUNT_BYTES, (index + 1) * ACCOUNT_BYTES)}`,
    amount: BigInt(amount),
  }));
}
