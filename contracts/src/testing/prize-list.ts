import { StandardMerkleTree } from '@openzeppelin/merkle-tree';
import { type Address, getAddress, type Hex, keccak256, pad, toHex } from 'viem';

/** The fields of a leaf besides index, account and amount. */
export interface LeafDomain {
  chainId: bigint;
  vault: Address;
  game: Hex;
}

export interface Prize {
  account: Address;
  amount: bigint;
}

/** A prize with its proof, as `claimMany` takes it. */
export interface ProvenPrize extends Prize {
  index: bigint;
  proof: Hex[];
}

const LEAF_TYPES = ['uint256', 'address', 'bytes32', 'uint256', 'address', 'uint256'];

/** Builds the tree of a game with the library alone, so that the tests of the vault do not depend on prize-tree.ts. */
export function provePrizes(
  { chainId, vault, game }: LeafDomain,
  prizes: readonly Prize[],
): { root: Hex; total: bigint; proven: ProvenPrize[] } {
  const rows = prizes.map(({ account, amount }, index) => [
    chainId,
    vault,
    game,
    BigInt(index),
    account,
    amount,
  ]);
  const tree = StandardMerkleTree.of(rows, LEAF_TYPES);
  const proven = prizes.map((prize, index) => ({
    ...prize,
    index: BigInt(index),
    proof: tree.getProof(index) as Hex[],
  }));
  return { root: tree.root as Hex, total: prizes.reduce((sum, { amount }) => sum + amount, 0n), proven };
}

/** Prizes of different new accounts: 1, 2, 3, ... wei. */
export const somePrizes = (count: number): Prize[] =>
  Array.from({ length: count }, (_, index) => ({ account: accountAt(index), amount: BigInt(index + 1) }));

export const accountAt = (index: number): Address =>
  getAddress(
    `0x${toHex(index + 1)
      .slice(2)
      .padStart(40, 'a')}`,
  );

/** Key of the n-th game of a test. */
export const gameAt = (n: number): Hex => pad(toHex(n + 1), { size: 32 });

/**
 * Places the tree below `levels` further levels. Proofs and gas are those of a tree with 2^levels times the leaves.
 */
export function deepen(
  { root, proven, ...rest }: ReturnType<typeof provePrizes>,
  levels: number,
): ReturnType<typeof provePrizes> {
  const siblings = Array.from({ length: levels }, (_, level) => keccak256(toHex(`sibling ${level}`)));
  const hashPair = (a: Hex, b: Hex) => keccak256(a < b ? `${a}${b.slice(2)}` : `${b}${a.slice(2)}`);
  return {
    ...rest,
    root: siblings.reduce(hashPair, root),
    proven: proven.map((prize) => ({ ...prize, proof: [...prize.proof, ...siblings] })),
  };
}
