import { describe, expect, it } from 'vitest';
import { compareTransfers } from './record.ts';
import type { StoredTransfer } from './stored-transfer.ts';
import type { TokenTransfer } from './transfer.ts';

const found = (log_index: number, amount = 500n): TokenTransfer => ({
  tx_hash: '0xaa',
  log_index,
  block_number: 11,
  block_hash: '0xb1',
  block_time: 0,
  sender: '0x01',
  recipient: '0x99',
  amount,
});

const stored = (id: number, changes: Partial<StoredTransfer> = {}): StoredTransfer => ({
  ...found(0),
  block_number: 10,
  block_hash: '0xb0',
  id,
  state: 'SEEN',
  seen_at: 0,
  ...changes,
});

describe('comparison with transfers in another block', () => {
  it('the comparison pairs transfers by sender, amount and order', () => {
    const before = [stored(1, { log_index: 6 }), stored(2, { log_index: 4 })];
    const { moved, added, removed: gone } = compareTransfers(before, [found(9), found(7), found(8, 1n)]);
    expect(moved.map(({ id, to }) => [id, to.log_index])).toEqual([
      [2, 7],
      [1, 9],
    ]);
    expect(added.map(({ log_index }) => log_index)).toEqual([8]);
    expect(gone).toEqual([]);
  });

  it('the comparison pairs no transfers of other senders or recipients', () => {
    const before = [stored(1, { sender: '0x02' }), stored(2, { recipient: '0x98' })];
    expect(compareTransfers(before, [found(0)])).toEqual({ moved: [], added: [found(0)], removed: [1, 2] });
  });

  it('the comparison moves no transfer that is in its place, unless it was orphaned', () => {
    expect(compareTransfers([stored(1, found(0))], [found(0)])).toEqual({
      moved: [],
      added: [],
      removed: [],
    });
    const other = [stored(1, { ...found(0), log_index: 1 })];
    expect(compareTransfers(other, [found(0)]).moved).toEqual([{ id: 1, to: found(0) }]);
    const gone = [stored(1, { ...found(0), state: 'ORPHANED' })];
    expect(compareTransfers(gone, [found(0)]).moved).toEqual([{ id: 1, to: found(0) }]);
    const orphaned = [stored(2, { ...found(0), state: 'ORPHANED' }), stored(1, { state: 'ORPHANED' })];
    expect(compareTransfers(orphaned, [found(0), found(1)]).moved).toEqual([
      { id: 1, to: found(0) },
      { id: 2, to: found(1) },
    ]);
  });

  it('the comparison reports transfers as removed that the transaction no longer contains', () => {
    const before = [stored(1), stored(2, { amount: 7n })];
    expect(compareTransfers(before, [found(0)])).toMatchObject({
      moved: [{ id: 1 }],
      added: [],
      removed: [2],
    });
  });

  it('the comparison pairs active transfers before orphaned ones', () => {
    const before = [stored(1, { state: 'ORPHANED', log_index: -1 }), stored(2, { log_index: 3 })];
    expect(compareTransfers(before, [found(0)])).toMatchObject({
      moved: [{ id: 2 }],
      added: [],
      removed: [],
    });
    expect(compareTransfers(before, [found(0), found(1)])).toMatchObject({
      moved: [{ id: 2 }, { id: 1 }],
      removed: [],
    });
  });
});
