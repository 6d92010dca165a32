/** A transfer that was sent but is not recorded as a stake yet. */
export interface StakeUnderWay {
  /** Whole tokens. */
  amount: string;
  hash: string;
  /** When it was sent, epoch ms by the server's clock. */
  since: number;
}

const keyOf = (wallet: string) => `touchline-stake-under-way:${wallet}`;

/** What a wallet has under way, also after a reload. */
export function stakeUnderWay(wallet: string): StakeUnderWay | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(wallet)) ?? 'null');
    return isStake(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** Keeps it from the moment in which its hash exists; null forgets it. */
export function keepStakeUnderWay(wallet: string, stake: StakeUnderWay | null): void {
  try {
    if (stake) localStorage.setItem(keyOf(wallet), JSON.stringify(stake));
    else localStorage.removeItem(keyOf(wallet));
  } catch {
    // No storage: the server finds the transfer by itself.
  }
}

function isStake(kept: unknown): kept is StakeUnderWay {
  if (typeof kept !== 'object' || kept === null) return false;
  const { amount, hash, since } = kept as Partial<Record<string, unknown>>;
  return typeof amount === 'string' && typeof hash === 'string' && typeof since === 'number';
}
