import { z } from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { gameweekInPath, idParam, instant, uuid } from '../values.ts';

const salt = z.string().check(z.regex(/^[0-9a-f]{32}$/, 'must be 16 bytes in hexadecimal'));
const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'must be 32 bytes in hexadecimal'));

/** Identity of a lineup version: the first gameweek it applies to, its number in that gameweek, and its time in epoch ms. */
const version = z.object({ gameweek: z.number(), number: z.number(), saved_at: z.number() });

const slot = z.object({
  /** 0 to 10 on the field, 11 to 14 on the bench. */
  slot: z.number(),
  player: z.number(),
  position: z.number(),
  armband: z.nullable(z.enum(['captain', 'vice_captain'])),
});

/** Proof of a saved lineup for its owner. Anyone who knows `key` can open the commitment. */
export const lineupReceipt = z.object({
  game_id: uuid,
  participation_id: uuid,
  ordinal: z.number(),
  version,
  commitment: hash,
  key: hash,
  slots: z.array(slot),
  /** Lineups that are saved together share one signature: the place of this one, and the hashes from its commitment to their root. */
  batch: z.object({ index: z.number(), path: z.array(hash) }),
  /** JWS in compact form (EdDSA) with the `root` of the batch. Its header has the public key (`jwk`), which is one of `receiptKeys`. */
  signature: z.string(),
});
export type LineupReceipt = z.infer<typeof lineupReceipt>;

/** Public key of receipts (JWK). */
export const receiptKey = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string(),
  kid: z.string(),
  alg: z.literal('EdDSA'),
  use: z.literal('sig'),
});
export type ReceiptKey = z.infer<typeof receiptKey>;

export const receiptKeys = endpoint({
  method: 'GET',
  path: '/games/receipt-keys',
  auth: 'none',
  summary: 'Public keys that verify the signatures of lineup receipts (JWK)',
  data: z.object({ keys: z.array(receiptKey) }),
});

export const myReceipts = endpoint({
  method: 'GET',
  path: '/games/participations/:id/receipt',
  auth: 'player',
  summary: "Receipts of the last lineup that the user's team saved for each gameweek, by gameweek",
  params: idParam,
  data: z.object({ receipts: z.array(lineupReceipt) }),
});

/** Root of the tree of the commitments that were in force at a kick-off, or at the end of a gameweek. */
export const lockRoot = z.object({
  gameweek: z.number(),
  /** The kick-off; of a final root the time at which the gameweek became final. */
  locks_at: instant,
  final: z.boolean(),
  root: hash,
  /** Leaves of the tree, by the ordinal of the entry. */
  entries: z.number(),
});
export type LockRoot = z.infer<typeof lockRoot>;

export const lockRoots = endpoint({
  method: 'GET',
  path: '/games/:id/lock-roots',
  auth: 'none',
  summary: 'Lock roots of a game in the order of their times',
  params: idParam,
  data: z.object({ roots: z.array(z.extend(lockRoot, { computed_at: instant })) }),
});

/** A lineup as a lock root proves it. */
export const provenLineup = z.extend(lockRoot, {
  /** Null if the entry had no lineup in force. */
  version: z.nullable(version),
  commitment: hash,
  /** Hashes from the commitment to the root, lowest first. */
  path: z.array(hash),
  /** Salted hash of each slot; empty without a lineup. */
  leaves: z.array(hash),
  /** The slots of players who are locked, with their salts; all slots of a final gameweek. */
  slots: z.array(z.extend(slot, { salt })),
  /** Opens all slots once the game is settled: its result lists every lineup. Null before, and without a lineup. */
  key: z._default(z.nullable(hash), null),
});
export type ProvenLineup = z.infer<typeof provenLineup>;

export const lineupProof = endpoint({
  method: 'GET',
  path: '/games/participations/:id/proof',
  auth: 'none',
  summary: 'Proof of a team in each lock root of a gameweek, with the slots of locked players only',
  params: idParam,
  query: z.strictObject({
    gameweek: z.optional(gameweekInPath),
  }),
  data: z.object({
    game_id: uuid,
    participation_id: uuid,
    ordinal: z.number(),
    team_name: z.string(),
    locks: z.array(provenLineup),
  }),
});
export type LineupProof = z.infer<typeof lineupProof.data>;
