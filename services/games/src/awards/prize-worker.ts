import { createThreadPerCall } from '@touchline/service-kit/process/worker-thread';
import { type AwardInput, type Awards, awardEntries } from './award-entries.ts';
import { buildSettlementTree, type SettlementTree, type TreeInput } from './settlement-tree.ts';

/** Computes awards and trees: small ones here, large ones in a worker thread, so that requests are not delayed. */
export interface PrizeWorker {
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
    award: async (input) =>
      input.entries <= MAX_ENTRIES_HERE ? awardEntries(input) : awards.call('awardEntries', input),
    buildTree: async (input) =>
      input.accounts.length <= MAX_LEAVES_HERE * 20
        ? buildSettlementTree(input)
        : trees.call('buildSettlementTree', input),
  };
}
