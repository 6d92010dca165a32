import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { LegalLineup } from './lineup.ts';
import {
  commitLineup,
  computePathRoot,
  computeSalts,
  hashLevel,
  hashSlot,
  hashVersion,
  type LineupSlot,
  listSlots,
  type SealedVersion,
  toHex,
} from './lineup-commitment.ts';
import { BENCH, FIELD, LAYOUT } from './testing/teams.ts';

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();
const key = sha256(new Uint8Array(8));
const version: SealedVersion = {
  participation_id: '0190f6a2-7b1c-7def-8123-456789abcdef',
  ordinal: 7,
  gameweek: 3,
  number: 2,
  saved_at: Date.UTC(2031, 7, 1),
};
const lineup: LegalLineup = {
  formation: '3-4-3',
  field: FIELD,
  bench: BENCH,
  bench_positions: LAYOUT.slice(11),
  captain_id: 9,
  vice_captain_id: 5,
};
const slots = listSlots(lineup);
const { commitment, leaves } = commitLineup(sha256, key, version, slots);

describe('commitment of a lineup', () => {
  it('the slots have player, position and armband in the order of field and bench', () => {
    expect(slots).toHaveLength(15);
    expect(slots[8]).toEqual({ slot: 8, player: 9, position: 4, armband: 'captain' });
    expect(slots[4]).toEqual({ slot: 4, player: 5, position: 3, armband: 'vice_captain' });
    expect(slots[11]).toEqual({ slot: 11, player: 12, position: 1, armband: null });
  });

  it('a commitment has the published format, byte by byte', () => {
    const salt = (slot: number) => {
      const hash = sha256(Buffer.concat([key, Buffer.of(slot >> 1)]));
      return slot % 2 === 0 ? hash.subarray(0, 16) : hash.subarray(16);
    };
    const large = slots.map((slot) => ({ ...slot, player: 256 + slot.player }));
    const hashes = large.map(({ slot, player, position, armband }) => {
      const band = armband === null ? 0 : armband === 'captain' ? 1 : 2;
      return sha256(Buffer.concat([salt(slot), Buffer.of(slot, 1, player - 256, position, band)]));
    });
    const header = Buffer.from('0190f6a27b1c7def8123456789abcdef0000000700030002', 'hex');
    const time = Buffer.alloc(8);
    time.writeBigUInt64BE(BigInt(version.saved_at));
    const computed = commitLineup(sha256, key, version, large);
    expect(computed.leaves).toEqual(hashes);
    expect(computed.commitment).toEqual(sha256(Buffer.concat([header, time, ...hashes])));
  });

  it('15 slots times 700 players, guessed without the key, open nothing; with the key every slot opens', () => {
    const published = new Set([...leaves, commitment].map(toHex));
    const guesses = [new Uint8Array(32), commitment, leaves[0]!].map((bytes) => bytes.subarray(0, 16));
    let opened = 0;
    for (const { slot, position, armband } of slots)
      for (let player = 1; player <= 700; player += 1)
        for (const salt of guesses)
          if (published.has(toHex(hashSlot(sha256, salt, { slot, player, position, armband })))) opened += 1;
    expect(opened).toBe(0);
    const salts = computeSalts(sha256, key);
    for (const slot of slots) expect(hashSlot(sha256, salts[slot.slot]!, slot)).toEqual(leaves[slot.slot]);
  });

  it('the salt of an opened slot does not open another slot', () => {
    const [salt, ...others] = computeSalts(sha256, key);
    for (const slot of slots.slice(1)) expect(hashSlot(sha256, salt!, slot)).not.toEqual(leaves[slot.slot]);
    expect(new Set([salt!, ...others].map(toHex)).size).toBe(15);
  });

  it('A28 a change of any slot or of any field of the version changes the commitment', () => {
    const changed = (slot: number, change: Partial<LineupSlot>) =>
      slots.map((each) => (each.slot === slot ? { ...each, ...change } : each));
    const variants = slots.flatMap(({ slot, player, position }) => [
      changed(slot, { player: player + 256 }),
      changed(slot, { position: (position % 4) + 1 }),
      changed(slot, { armband: slot === 4 ? null : 'vice_captain' }),
    ]);
    const others = variants.map((each) => commitLineup(sha256, key, version, each).commitment);
    const versions: SealedVersion[] = [
      { ...version, participation_id: version.participation_id.replace('a', 'b') },
      { ...version, ordinal: 8 },
      { ...version, gameweek: 4 },
      { ...version, number: 1 },
      { ...version, saved_at: version.saved_at + 1 },
    ];
    const all = [...others, ...versions.map((each) => hashVersion(sha256, each, leaves)), commitment].map(
      toHex,
    );
    expect(new Set(all).size).toBe(all.length);
  });

  it('a path leads from each leaf of a tree to its root, and from no other place', () => {
    const nodes = Array.from({ length: 8 }, (_, at) => sha256(Uint8Array.of(at)));
    const pairs = hashLevel(sha256, nodes);
    const halves = hashLevel(sha256, pairs);
    const [root] = hashLevel(sha256, halves);
    for (const [index, leaf] of nodes.entries()) {
      const path = [nodes[index ^ 1]!, pairs[(index >> 1) ^ 1]!, halves[(index >> 2) ^ 1]!];
      expect(computePathRoot(sha256, leaf, index, path)).toEqual(root);
      expect(computePathRoot(sha256, leaf, index ^ 2, path)).not.toEqual(root);
    }
  });
});
