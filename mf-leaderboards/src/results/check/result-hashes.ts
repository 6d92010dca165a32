import { sha256 } from '@noble/hashes/sha2';
import { keccak_256 } from '@noble/hashes/sha3';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils';
import type { ResultDocument } from '@touchline/api/http/results';
import type { ResultHashes } from '@touchline/rules/verify-result';

type Leaf = Parameters<ResultHashes['computeRoot']>[0][number];
type SettledTree = Pick<ResultDocument, 'chain_id' | 'vault' | 'game'>;

/**
 * Hash functions of a result: SHA-256, and keccak for the Merkle tree of the prize vault. The tree is computed independently of the
 * service's (contracts/src/prize-tree.ts), which is fast but needs Node.
 * @param pause called between hashes, so that a large tree does not block the page
 */
export function buildResultHashes(result: SettledTree, pause: () => Promise<void>): ResultHashes {
  const key = computeGameKey(result.game.id);
  return {
    sha256: async (text) => bytesToHex(sha256(text)),
    computeGameKey,
    computeRoot: async (leaves) => {
      const hashes: string[] = [];
      for (const leaf of leaves) {
        hashes.push(hashLeaf(result, key, leaf));
        await pause();
      }
      return `0x${await computeRoot(hashes.sort(), pause)}`;
    },
  };
}

/** Key of a game in the vault: the 16 bytes of its UUID, padded on the left. */
export function computeGameKey(gameId: string): string {
  return `0x${gameId.replaceAll('-', '').toLowerCase().padStart(64, '0')}`;
}

const toWord = (hex: string) => hexToBytes(hex.replace(/^0x/, '').toLowerCase().padStart(64, '0'));

/** Hashes the ABI encoding of a leaf twice. All its values are words of 32 bytes. */
function hashLeaf({ chain_id, vault }: SettledTree, key: string, { index, account, amount }: Leaf): string {
  const values = [chain_id.toString(16), vault ?? '', key, index.toString(16), account, amount.toString(16)];
  return bytesToHex(keccak_256(keccak_256(concatBytes(...values.map(toWord)))));
}

/** Computes the root of a complete binary tree with the sorted leaves in reverse order at its end. */
async function computeRoot(leaves: readonly string[], pause: () => Promise<void>): Promise<string> {
  const nodes = new Array<string>(leaves.length - 1).concat(leaves.toReversed());
  for (let index = leaves.length - 2; index >= 0; index -= 1) {
    const pair = [nodes[2 * index + 1]!, nodes[2 * index + 2]!].sort();
    nodes[index] = bytesToHex(keccak_256(hexToBytes(pair.join(''))));
    await pause();
  }
  return nodes[0]!;
}
