import type { Hex } from 'viem';

/** The order of the group of secp256k1. */
export const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** Computes the other valid signature of the same key for the same message, without the key. */
export function computeTwin(signature: Hex): Hex {
  const other = ORDER - BigInt(`0x${signature.slice(66, 130)}`);
  const last = signature.endsWith('1b') ? '1c' : '1b';
  return `${signature.slice(0, 66)}${other.toString(16).padStart(64, '0')}${last}` as Hex;
}
