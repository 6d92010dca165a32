import { createHmac, createPrivateKey, createPublicKey, hash, sign } from 'node:crypto';
import type { LineupReceipt, ReceiptKey } from '@touchline/api/http/seals';
import type { LegalLineup } from '@touchline/rules/lineup';
import {
  commitLineup,
  type LineupCommitment,
  listLevels,
  listSiblings,
  listSlots,
  padLeaves,
  type SealedVersion,
  toHex,
  writeVersion,
} from '@touchline/rules/lineup-commitment';

/** A lineup version with its identity and its commitment. */
export interface SealedLineup {
  game_id: string;
  version: SealedVersion;
  lineup: LegalLineup;
  commitment: Uint8Array;
}

/** The commitments that were stored together, as a tree whose root is signed. */
export interface SignedBatch {
  levels: readonly (readonly Uint8Array[])[];
  /** JWS in compact form. */
  signature: string;
}

/** Seals lineups (game rules 10). Everything derives from one secret, so nothing but the commitments is stored. */
export interface Seals {
  /** Returns the key of a version, which opens its commitment. */
  key(version: SealedVersion): Uint8Array;
  commit(version: SealedVersion, lineup: LegalLineup): LineupCommitment;
  /** Signs commitments together, because a signature costs more than all hashes of a lineup. The same ones get the same signature. */
  signBatch(commitments: readonly Uint8Array[]): SignedBatch;
  /** Builds the receipt of the commitment with number `index` of a batch. */
  receipt(sealed: SealedLineup, batch: SignedBatch, index: number): LineupReceipt;
  publicKey: ReceiptKey;
}

/** Computes SHA-256. `hash` with a text is several times faster than a Hash object. */
export const sha256 = (bytes: Uint8Array): Uint8Array =>
  Buffer.from(hash('sha256', bytes, 'binary'), 'latin1');

const HASH_BYTES = 32;
const EMPTY = new Uint8Array(HASH_BYTES);

/** PKCS #8 of an Ed25519 key before its 32 bytes. */
const ED25519_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

export function createSeals(secret: string): Seals {
  const derive = (purpose: string) => createHmac('sha256', secret).update(purpose).digest();
  const lineupSecret = derive('lineups');
  const privateKey = createPrivateKey({
    key: Buffer.concat([ED25519_PREFIX, derive('receipts')]),
    format: 'der',
    type: 'pkcs8',
  });
  const x = createPublicKey(privateKey).export({ format: 'jwk' }).x!;
  const kid = x.slice(0, 8);
  // With the key, a receipt proves that its signature is valid even if another key is published later.
  const header = encode({ alg: 'EdDSA', kid, jwk: { kty: 'OKP', crv: 'Ed25519', x } });
  const signPayload = (payload: object) => {
    const signed = `${header}.${encode(payload)}`;
    return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`;
  };
  /** The time and the ordinal are not part of the key, so that a changed row still opens and names the change. */
  const key = (version: SealedVersion) => {
    const bytes = new Uint8Array(2 * HASH_BYTES);
    bytes.set(lineupSecret);
    writeVersion(bytes.subarray(HASH_BYTES), { ...version, ordinal: 0, saved_at: 0 });
    return sha256(bytes);
  };

  return {
    key,
    commit: (version, lineup) => commitLineup(sha256, key(version), version, listSlots(lineup)),
    publicKey: { kty: 'OKP', crv: 'Ed25519', x, kid, alg: 'EdDSA', use: 'sig' },
    signBatch(commitments) {
      const levels = listLevels(sha256, padLeaves(commitments, EMPTY));
      return { levels, signature: signPayload({ root: toHex(levels.at(-1)![0]!) }) };
    },
    receipt({ game_id, version, lineup, commitment }, { levels, signature }, index) {
      const { participation_id, ordinal, gameweek, number, saved_at } = version;
      return {
        game_id,
        participation_id,
        ordinal,
        version: { gameweek, number, saved_at },
        commitment: toHex(commitment),
        key: toHex(key(version)),
        slots: listSlots(lineup),
        batch: { index, path: listSiblings(levels, index).map(toHex) },
        signature,
      };
    },
  };
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
