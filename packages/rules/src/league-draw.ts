import type { ResultHashes } from './verify-result.ts';

/** Facts that decide the draw of a head-to-head league. */
export interface DrawFacts {
  league_id: string;
  /** Wallets in any order. */
  members: readonly string[];
  /** First gameweek. */
  gameweek: number;
  /** SHA-256 of the football data of that gameweek when the league was drawn, in lower-case hex. */
  data_hash: string;
}

/** Seed of the draw in hex, and the wallets in the drawn order, lower case. */
export interface Draw {
  seed: string;
  members: string[];
}

/**
 * Draws the order of the members (game rule 9.11). The seed is the SHA-256 of league, sorted members, gameweek and data hash, one per
 * line; the members are sorted by the SHA-256 of the seed and their wallet, one per line.
 */
export async function drawLeague(facts: DrawFacts, sha256: ResultHashes['sha256']): Promise<Draw> {
  const wallets = facts.members.map((wallet) => wallet.toLowerCase()).sort();
  const seed = await sha256([facts.league_id, ...wallets, facts.gameweek, facts.data_hash].join('\n'));
  const drawn = await Promise.all(
    wallets.map(async (wallet) => ({ wallet, hash: await sha256(`${seed}\n${wallet}`) })),
  );
  drawn.sort((a, b) => (a.hash < b.hash ? -1 : 1));
  return { seed, members: drawn.map(({ wallet }) => wallet) };
}
