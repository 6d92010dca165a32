import { type Address, encodeFunctionData, type Hex, type PublicClient, parseAbi } from 'viem';
import { prizeGameKey } from './prize-tree.ts';

/** The interface of `LockRoots.sol`. */
export const lockRootsAbi = parseAbi([
  'event Anchored(address indexed operator, bytes32 indexed game, uint32 gameweek, bytes32 root)',
  'function anchor(bytes32 game, uint32 gameweek, bytes32 root)',
]);

/** Creation code of `LockRoots.sol`; a test compares it with the compiled contract. */
export const LOCK_ROOTS_BYTECODE =
  '0x6080604052348015600e575f5ffd5b5060be80601a5f395ff3fe6080604052348015600e575f5ffd5b50600436106026575f3560e01c8063d0468f2314602a575b5f5ffd5b603960353660046083565b603b565b005b6040805163ffffffff8416815260208101839052849133917fef4c5b9f122b9e3efaf569ad7e6200d72a96c71827911f00ed5bf807f0636abb910160405180910390a3505050565b5f5f5f606084860312156094575f5ffd5b83359250602084013563ffffffff8116811460ad575f5ffd5b92959294505050604091909101359056' as const;

/** A lock root of a game (game rules 10.3). */
export interface Anchor {
  gameweek: number;
  /** 32 bytes in hexadecimal, without 0x. */
  root: string;
}

/** Builds the call data that anchors a lock root. */
export const encodeAnchor = (gameId: string, { gameweek, root }: Anchor): Hex =>
  encodeFunctionData({
    abi: lockRootsAbi,
    functionName: 'anchor',
    args: [prizeGameKey(gameId), gameweek, `0x${root}`],
  });

/** Blocks per request: RPCs reject or truncate the logs of long ranges. */
const STEP = 1_000n;

/**
 * Reads the lock roots of a game that an operator anchored, in their order, with the blocks.
 * @throws Error if `fromBlock` is not mined yet, because no anchor could contradict then
 */
export async function readAnchors(
  chain: PublicClient,
  {
    contract,
    operator,
    gameId,
    fromBlock,
  }: { contract: Address; operator: Address; gameId: string; fromBlock: bigint },
): Promise<(Anchor & { block: bigint; transaction: Hex })[]> {
  const last = await chain.getBlockNumber({ cacheTime: 0 });
  if (fromBlock > last) throw new Error(`the first block is ${fromBlock}, but the last one is ${last}`);
  const anchors: (Anchor & { block: bigint; transaction: Hex })[] = [];
  for (let from = fromBlock; from <= last; from += STEP) {
    const end = from + STEP - 1n;
    const logs = await chain.getContractEvents({
      address: contract,
      abi: lockRootsAbi,
      eventName: 'Anchored',
      args: { operator, game: prizeGameKey(gameId) },
      fromBlock: from,
      toBlock: end < last ? end : last,
      strict: true,
    });
    for (const { args, blockNumber: block, transactionHash: transaction } of logs)
      anchors.push({ gameweek: args.gameweek, root: args.root.slice(2), block, transaction });
  }
  return anchors;
}
