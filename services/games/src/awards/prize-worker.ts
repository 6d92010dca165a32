import { createThreadPerCall } from '@touchline/service-kit/process/worker-thread';
import { type AwardInput, type Awards, awardEntries } from './award-entries.ts';
import { buildSettlementTree, type SettlementTree, type TreeInput } from './settlement-tree.ts';

/** Computes awards and trees: small ones here, large ones in a worker thread, so that requests are not delayed. */
export interface PrizeWorker {
  /**
   * @param input packed columns; those of a large game are empty afterwards
   * @throws Error if an earlier call has emptied the columns, because no entry would win a prize
   */
  award(input: AwardInput): Promise<Awards>;
  buildTree(input: TreeInput): Promise<SettlementTree>;
}

/** Work that takes a few milliseconds. */
const [MAX_ENTRIES_HERE, MAX_LEAVES_HERE] = [2_000, 200];

/** Threads run the built modules, also in tests from source. */
export function createPrizeWorker(): PrizeWorker {
  const awards = createThreadPerCall<Pick<typeof import('./award-entries.ts'), 'awardEntries'>>(
    new URL('../../dist/awards/award-entries.js', import.meta.url),
  );
  const trees = createThreadPerCall<Pick<typeof import('./settlement-tree.ts'), 'buildSettlementTree'>>(
    new URL('../../dist/awards/settlement-tree.js', import.meta.url),
  );
  return {
    async award(input) {
      const bytes = listBytes(input);
      if (bytes.some(({ byteLength }) => byteLength === 0))
        throw new Error('the columns of this award are empty: an earlier one has used them');
      if (input.entries <= MAX_ENTRIES_HERE) return awardEntries(input);
      return awards.callMoving(bytes, 'awardEntries', input);
    },
    buildTree: async (input) =>
      input.accounts.length <= MAX_LEAVES_HERE * 20
        ? buildSettlementTree(input)
        : trees.call('buildSettlementTree', input),
  };
}

/** Lists the packed columns: dozens of megabytes for a million entries. None is empty, because each packs a group of rows. */
const listBytes = ({ corrected, uncorrected }: AwardInput): Uint8Array[] =>
  [corrected, uncorrected].flatMap((field) =>
    field
      ? [...field.ranked, ...field.points].flatMap((columns) => Object.values<Uint8Array>({ ...columns }))
      : [],
  );
