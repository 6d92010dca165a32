// Baseline of `npm run bench -- sealed`: replaces services/games/dist/seals.js, so that the service neither hashes nor signs.

const EMPTY = Buffer.alloc(32);
const HEX = EMPTY.toString('hex');
const VERSION = { gameweek: 1, number: 1, saved_at: 0 };
const ID = '00000000-0000-4000-8000-000000000000';
/** A receipt without slots, as short as the API permits. */
const RECEIPT = {
  game_id: ID,
  participation_id: ID,
  ordinal: 1,
  version: VERSION,
  commitment: HEX,
  key: HEX,
  slots: [],
  batch: { index: 0, path: [] },
  signature: '',
};

export const sha256 = () => EMPTY;

export const createSeals = () => ({
  key: () => EMPTY,
  commit: () => ({ commitment: EMPTY, leaves: [] }),
  signBatch: () => ({ levels: [[EMPTY]], signature: '' }),
  receipt: () => RECEIPT,
  publicKey: { kty: 'OKP', crv: 'Ed25519', x: '', kid: '', alg: 'EdDSA', use: 'sig' },
});
