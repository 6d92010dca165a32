import type { PublishedRoot } from './lineup-proof.ts';
import type { PublishedEntry, PublishedGameweek, PublishedResult } from './result-document.ts';

/**
 * Time between a kick-off and its lock root, in ms. A save is stored at most 25 s after its time and the clocks of replicas may differ by
 * 5 s, so after this time no lineup from before the kick-off can still be stored.
 */
export const LOCK_ROOT_DELAY_MS = 30_000;

/** Lists the lock roots that a result does not have for a gameweek: kick-offs in ISO 8601, and `final`. */
export function listMissingRoots(
  { lock_roots, settled_at }: Pick<PublishedResult, 'lock_roots' | 'settled_at'>,
  { gameweek, fixtures }: Pick<PublishedGameweek, 'gameweek' | 'fixtures'>,
): string[] {
  const roots = lock_roots.filter((root) => root.gameweek === gameweek);
  const published = new Set(roots.filter(({ final }) => !final).map(({ locks_at }) => Date.parse(locks_at)));
  const until = Date.parse(settled_at) - LOCK_ROOT_DELAY_MS;
  const kickoffs = new Set(fixtures.flatMap(({ kickoff }) => kickoff ?? []));
  const missing = [...kickoffs].filter((kickoff) => kickoff <= until && !published.has(kickoff));
  return [
    // Null outside of the calendar, where `toISOString` throws.
    ...missing.sort((a, b) => a - b).map((kickoff) => String(new Date(kickoff).toJSON())),
    ...(roots.some(({ final }) => final) ? [] : ['final']),
  ];
}

/**
 * Finds the roots of kick-offs after an entry joined that do not have the entry. A free game has none: an entry joins while its game is
 * locked, and a root counts the entries later. A payment can be confirmed after the root.
 */
export const findRootsWithout = (
  { joined_at, ordinal }: Pick<PublishedEntry, 'joined_at' | 'ordinal'>,
  roots: readonly PublishedRoot[],
): PublishedRoot[] =>
  roots.filter(
    ({ final, locks_at, entries }) => !final && entries < ordinal && joined_at < Date.parse(locks_at),
  );

/** Reports whether entries of a game join without a payment. Its fee is fixed by the first entry. */
export const isFree = ({ entry_fee }: Pick<PublishedResult['game'], 'entry_fee'>): boolean =>
  Number(entry_fee) === 0;
