import { createHmac, createPrivateKey, createPublicKey, hash, sign } from 'node:crypto';
import type { LineupReceipt } from '@touchline/api/http/seals';
import type { LegalLineup } from '@touchline/rules/lineup';
import {
  commitLineup,
  type LineupCommitment,
  listSlots,
  type SealedVersion,
  toHex,
} from '@touchline/rules/lineup-commitment';

/** A lineup version with its identity, from which its receipt can be built at any time. */
export interface SealedLineup {
  game_id: string;
  version: SealedVersion;
  lineup: LegalLineup;
}

/** Public key in JWK format. */
export interface ReceiptKey {
  kty: 'OKP';
  crv: 'Ed25519';
  x: string;
  kid: string;
  alg: 'EdDSA';
  use: 'sig';
}

/** Seals lineups (game rules 10). Everything derives from one secret, so nothing but the commitments is stored. */
export interface Seals {
  /** Returns the key of a version, which opens its commitment. */
  key(version: SealedVersion): Uint8Array;
  commit(version: SealedVersion, lineup: LegalLineup): LineupCommitment;
  /** Builds the same receipt for the same version every time. */
  receipt(sealed: SealedLineup): LineupReceipt;
  publicKey: ReceiptKey;
}

/** Computes SHA-256. `hash` with a text is several times faster than a Hash object. */
export const sha256 = (bytes: Uint8Array): Uint8Array =>
  Buffer.from(hash('sha256', bytes, 'binary'), 'latin1');

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
  const header = encode({ alg: 'EdDSA', kid });
  const signPayload = (payload: object) => {
    const signed = `${header}.${encode(payload)}`;
    return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`;
  };
  /** The time and the ordinal are not part of the key, so that a changed row still opens and names the change. */
  const key = ({ participation_id, gameweek, number }: SealedVersion) =>
    createHmac('sha256', lineupSecret).update(`${participation_id}.${gameweek}.${number}`).digest();
  const commit = (version: SealedVersion, lineup: LegalLineup) =>
    commitLineup(sha256, key(version), version, listSlots(lineup));

  return {
    key,
    commit,
    publicKey: { kty: 'OKP', crv: 'Ed25519', x, kid, alg: 'EdDSA', use: 'sig' },
    receipt({ game_id, version, lineup }) {
      const { participation_id, ordinal, gameweek, number, saved_at } = version;
      const commitment = toHex(commit(version, lineup).commitment);
      return {
        game_id,
        participation_id,
        ordinal,
        version: { gameweek, number, saved_at },
        commitment,
        key: toHex(key(version)),
        slots: listSlots(lineup),
        signature: signPayload({ commitment, saved_at }),
      };
    },
  };
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
