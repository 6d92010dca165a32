/** What one question about the final state found. */
export interface Judgement {
  question: string;
  passed: number;
  failures: string[];
}

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

/** A transfer of FOOTBALL to one of our wallets, on the chain. */
export interface MinedTransfer {
  hash: string;
  sender: string;
  amount: bigint;
}

/** A transfer in a service's ledger. */
export interface RecordedTransfer extends MinedTransfer {
  orphaned: boolean;
  /** What the service made of it, e.g. `entry 7f…` or `refund UNDERPAID`; right is exactly one. */
  became: readonly string[];
}

/** Every acknowledged join has its entry, and no wallet has two in the game. */
export function judgeJoins(
  question: string,
  joins: readonly AcknowledgedJoin[],
  entries: readonly EntryRow[],
): Judgement {
  const byWallet = groupBy(entries, ({ wallet }) => wallet);
  const failures = joins.flatMap(({ wallet, entry }) => {
    const own = byWallet.get(wallet) ?? [];
    if (!own.some(({ id }) => id === entry)) return [`lost: the join of ${wallet} as entry ${entry}`];
    return own.length > 1 ? [`doubled: ${own.length} entries of ${wallet}`] : [];
  });
  return { question, passed: joins.length - failures.length, failures };
}

/** An entry of a paid game counts exactly while its payment is on the chain. */
export function judgeSuspensions(
  question: string,
  entries: readonly EntryRow[],
  mined: readonly MinedTransfer[],
): Judgement {
  const payers = new Set(mined.map(({ sender }) => sender));
  const failures = entries.flatMap(({ id, wallet, suspended }) => {
    if (suspended !== payers.has(wallet)) return [];
    return [
      suspended ? `suspended although paid: entry ${id}` : `not suspended without a payment: entry ${id}`,
    ];
  });
  return { question, passed: entries.length - failures.length, failures };
}

/** Every transfer on the chain became exactly one thing, and nothing in the ledger is missing from the chain. */
export function judgeTransfers(
  question: string,
  mined: readonly MinedTransfer[],
  recorded: readonly RecordedTransfer[],
): Judgement {
  const valid = recorded.filter(({ orphaned }) => !orphaned);
  const byHash = groupBy(valid, ({ hash }) => hash);
  const uses = groupBy(
    valid.flatMap(({ hash, became }) => became.map((use) => ({ hash, use }))),
    ({ use }) => use,
  );
  const hashes = new Set(mined.map(({ hash }) => hash));
  const failures = [
    ...mined.flatMap((transfer) => wrongTransfer(transfer, byHash.get(transfer.hash) ?? [])),
    ...valid.filter(({ hash }) => !hashes.has(hash)).map(({ hash }) => `invented: transfer ${hash}`),
    ...[...uses].flatMap(([use, by]) =>
      use.startsWith('refund') || by.length === 1 ? [] : [`doubled: ${use} by ${by.length} transfers`],
    ),
  ];
  return { question, passed: mined.length - Math.min(mined.length, failures.length), failures };
}

function wrongTransfer(
  { hash, sender, amount }: MinedTransfer,
  recorded: readonly RecordedTransfer[],
): string[] {
  const [only, ...more] = recorded;
  if (!only) return [`lost: transfer ${hash} of ${sender}`];
  if (more.length > 0) return [`doubled: transfer ${hash} is recorded ${recorded.length} times`];
  if (only.sender !== sender || only.amount !== amount)
    return [`changed: transfer ${hash} is recorded as ${only.amount} from ${only.sender}`];
  if (only.became.length === 0) return [`lost: transfer ${hash} of ${sender} became nothing`];
  return only.became.length > 1 ? [`doubled: transfer ${hash} became ${only.became.join(' and ')}`] : [];
}

/** Every acknowledged stake that is still on the chain is a stake, not owed back. */
export function judgeStakes(
  question: string,
  acknowledged: readonly string[],
  recorded: readonly RecordedTransfer[],
): Judgement {
  const byHash = groupBy(recorded, ({ hash }) => hash);
  const failures = acknowledged.filter((hash) => {
    const transfers = byHash.get(hash) ?? [];
    return !transfers.some(
      ({ orphaned, became }) => orphaned || became.some((use) => use.startsWith('stake')),
    );
  });
  return {
    question,
    passed: acknowledged.length - failures.length,
    failures: failures.map((hash) => `lost: the stake of transfer ${hash}`),
  };
}

/**
 * Every acknowledged lineup is in the history of its team, in the order of the saves, and the last one is the latest.
 * @param saved the acknowledged lineups of each entry, oldest first
 * @param history the stored lineups of each entry, oldest first
 */
export function judgeSaves(
  question: string,
  saved: ReadonlyMap<string, readonly string[]>,
  history: ReadonlyMap<string, readonly string[]>,
): Judgement {
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
  return { question, passed, failures };
}

/** The ledger's transfers add up to the chain's, in wei. */
export function judgeSum(
  question: string,
  mined: readonly MinedTransfer[],
  recorded: readonly RecordedTransfer[],
): Judgement {
  const chain = sumOf(mined);
  const ledger = sumOf(recorded.filter(({ orphaned }) => !orphaned));
  const failures =
    chain === ledger ? [] : [`wrong sum: ${question}: the chain has ${chain}, the ledger ${ledger}`];
  return { question, passed: 1 - failures.length, failures };
}

const sumOf = (transfers: readonly MinedTransfer[]) =>
  transfers.reduce((sum, { amount }) => sum + amount, 0n);

export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
