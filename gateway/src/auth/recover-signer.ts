import { recover } from 'tiny-secp256k1';
import { type Address, bytesToHex, type Hex, hashMessage, hexToBytes } from 'viem';
import { publicKeyToAddress } from 'viem/accounts';

const SIGNATURE_BYTES = 65;
/** Recovery id by the last byte of a signature: selects one of the two public keys that match it. */
const RECOVERY = new Map<number | undefined, 0 | 1>([
  [0, 0],
  [1, 1],
  [27, 0],
  [28, 1],
]);

/**
 * Recovers the address whose key signed a message (EIP-191); null if the signature is not one of a key. Equivalent to viem's
 * `recoverMessageAddress`, but uses libsecp256k1 compiled to WebAssembly, because recovery dominates the CPU time of a sign-in.
 */
export function recoverSigner(message: string, signature: Hex): Address | null {
  try {
    const bytes = hexToBytes(signature);
    const recovery = RECOVERY.get(bytes[SIGNATURE_BYTES - 1]);
    if (bytes.length !== SIGNATURE_BYTES || recovery === undefined) return null;
    const key = recover(
      hashMessage(message, 'bytes'),
      bytes.subarray(0, SIGNATURE_BYTES - 1),
      recovery,
      false,
    );
    return key && publicKeyToAddress(bytesToHex(key));
  } catch {
    return null; // not hexadecimal, or values outside the curve
  }
}

/** Half of the order of the group. */
const MAX_S = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

/**
 * Reports whether the signature of a key is the one with the lower `s`. Anybody can compute the other one from it without the key,
 * so wallets and contracts accept the lower one only (EIP-2).
 */
export const hasLowS = (signature: Hex) => BigInt(`0x${signature.slice(66, 130)}`) <= MAX_S;
