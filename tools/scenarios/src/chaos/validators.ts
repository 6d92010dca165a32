/** Result of one validation of the final state. */
export interface ValidationResult {
  name: string;
  passed: number;
  failures: string[];
}

export const summarise = (name: string, total: number, failures: string[]): ValidationResult => ({
  name,
  passed: total - Math.min(total, failures.length),
  failures,
});

/** A join that the API acknowledged. */
export interface AcknowledgedJoin {
  wallet: string;
  entry: string;
}

/** An entry in the database. */
export interface EntryRow {
  id: string;
  game: string;
  wallet: string;
  suspended: boolean;
}

/** A transfer of FOOTBALL on the chain to one of the product's wallets. */
export interface MinedTransfer {
  hash: string;
  sender: string;
  amount: bigint;
}

/** A transfer in a service's ledger. */
export interface RecordedTransfer extends MinedTransfer {
  orphaned: boolean;
  /** Uses of the transfer, e.g. `entry 7f…` or `refund UNDERPAID`. Exactly one is valid. */
  uses: readonly string[];
}

/** Checks that every acknowledged join has its entry and no wallet has two entries in the game. */
export function validateJoins(
  name: string,
  joins: readonly AcknowledgedJoin[],
  entries: readonly EntryRow[],
): ValidationResult {
  const byWallet = groupBy(entries, ({ wallet }) => wallet);
  const failures = joins.flatMap(({ wallet, entry }) => {
    const ownEntries = byWallet.get(wallet) ?? [];
    if (!ownEntries.some(({ id }) => id === entry)) return [`lost: the join of ${wallet} as entry ${entry}`];
    return ownEntries.length > 1 ? [`duplicate: ${ownEntries.length} entries of ${wallet}`] : [];
  });
  return summarise(name, joins.length, failures);
}

/** Checks that an entry of a paid game is suspended exactly when its payment is not on the chain. */
export function validateSuspensions(
  name: string,
  entries: readonly EntryRow[],
  mined: readonly MinedTransfer[],
): ValidationResult {
  const payers = new Set(mined.map(({ sender }) => sender));
  const failures = entries.flatMap(({ id, wallet, suspended }) => {
    if (suspended !== payers.has(wallet)) return [];
    return [suspended ? `paid entry is suspended: ${id}` : `unpaid entry is not suspended: ${id}`];
  });
  return summarise(name, entries.length, failures);
}

/** Checks that every transfer on the chain has exactly one use and that every transfer in the ledger is on the chain. */
export function validateTransfers(
  name: string,
  mined: readonly MinedTransfer[],
  recorded: readonly RecordedTransfer[],
): ValidationResult {
  const valid = recorded.filter(({ orphaned }) => !orphaned);
  const byHash = groupBy(valid, ({ hash }) => hash);
  const byUse = groupBy(
    valid.flatMap(({ hash, uses }) => uses.map((use) => ({ hash, use }))),
    ({ use }) => use,
  );
  const hashes = new Set(mined.map(({ hash }) => hash));
  const failures = [
    ...mined.flatMap((transfer) => findTransferFailures(transfer, byHash.get(transfer.hash) ?? [])),
    ...valid.filter(({ hash }) => !hashes.has(hash)).map(({ hash }) => `invented: transfer ${hash}`),
    ...[...byUse].flatMap(([use, by]) =>
      use.startsWith('refund') || by.length === 1 ? [] : [`duplicate: ${use} from ${by.length} transfers`],
    ),
  ];
  return summarise(name, mined.length, failures);
}

function findTransferFailures(
  { hash, sender, amount }: MinedTransfer,
  recorded: readonly RecordedTransfer[],
): string[] {
  const [only, ...more] = recorded;
  if (!only) return [`lost: transfer ${hash} of ${sender}`];
  if (more.length > 0) return [`duplicate: transfer ${hash} is recorded ${recorded.length} times`];
  if (only.sender !== sender || only.amount !== amount)
    return [`changed: transfer ${hash} is recorded as ${only.amount} from ${only.sender}`];
  if (only.uses.length === 0) return [`lost: transfer ${hash} of ${sender} has no use`];
  return only.uses.length > 1 ? [`duplicate: transfer ${hash} has the uses ${only.uses.join(' and ')}`] : [];
}

/** Checks that every acknowledged stake that is still on the chain is a stake, not a refund. */
export function validateStakes(
  name: string,
  acknowledged: readonly string[],
  recorded: readonly RecordedTransfer[],
): ValidationResult {
  const byHash = groupBy(recorded, ({ hash }) => hash);
  const lost = acknowledged.filter((hash) => {
    const transfers = byHash.get(hash) ?? [];
    return !transfers.some(({ orphaned, uses }) => orphaned || uses.some((use) => use.startsWith('stake')));
  });
  const failures = lost.map((hash) => `lost: the stake of transfer ${hash}`);
  return summarise(name, acknowledged.length, failures);
}

/**
 * Checks that the history of each team contains every acknowledged lineup in order and ends with the last one.
 * @param saved the acknowledged lineups of each entry, oldest first
 * @param history the stored lineups of each entry, oldest first
 */
export function validateSaves(
  name: string,
  saved: ReadonlyMap<string, readonly string[]>,
  history: ReadonlyMap<string, readonly string[]>,
): ValidationResult {
  let passed = 0;
  const failures: string[] = [];
  for (const [entry, lineups] of saved) {
    const stored = history.get(entry) ?? [];
    let from = 0;
    for (const lineup of lineups) {
      const at = stored.indexOf(lineup, from);
      if (at === -1) failures.push(`lost: lineup ${lineup} of entry ${entry}`);
      else {
        passed += 1;
        from = at + 1;
      }
    }
    if (lineups.length > 0 && stored.at(-1) !== lineups.at(-1))
      failures.push(
        `replaced: the latest lineup of entry ${entry} is ${stored.at(-1)}, not ${lineups.at(-1)}`,
      );
  }
  return { name, passed, failures };
}

/** Checks that the transfers in the ledger and on the chain have the same sum in wei. */
export function validateSum(
  name: string,
  mined: readonly MinedTransfer[],
  recorded: readonly RecordedTransfer[],
): ValidationResult {
  const chain = sumAmounts(mined);
  const ledger = sumAmounts(recorded.filter(({ orphaned }) => !orphaned));
  const failures =
    chain === ledger ? [] : [`wrong sum: ${name}: the chain has ${chain}, the ledger ${ledger}`];
  return summarise(name, 1, failures);
}

const sumAmounts = (transfers: readonly MinedTransfer[]) =>
  transfers.reduce((sum, { amount }) => sum + amount, 0n);

export function groupBy<T>(items: readonly T[], getKey: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(getKey(item));
    if (group) group.push(item);
    else groups.set(getKey(item), [item]);
  }
  return groups;
}
