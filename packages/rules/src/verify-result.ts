import { checkLineup } from './lineup.ts';
import { findRootsWithout, isFree, listMissingRoots } from './missing-roots.ts';
import type { PublishedEntry, PublishedGameweek, PublishedResult } from './result-document.ts';
import { type ComputedEntry, computeEntry, mapRoster, prepareGameweek } from './result-points.ts';
import { collectDifferences, type Report, type ResultReport } from './result-report.ts';
import { OtherRulesVersion, RULES_VERSION } from './rules-version.ts';
import { coefficientBefore } from './stakes.ts';
import { type CheckedEntry, checkPrizes, checkTable, type ResultLeaf } from './verify-prizes.ts';

/** Hash functions, which this package does not have. */
export interface ResultHashes {
  /** SHA-256 of a text in UTF-8, in lower-case hex. */
  sha256(text: string): Promise<string>;
  /** Key of a game in the vault: `prizeGameKey` of packages contracts. */
  computeGameKey(gameId: string): string;
  /** Root of the tree with these leaves, at least one; their order does not matter. */
  computeRoot(leaves: readonly ResultLeaf[]): string | Promise<string>;
}

/**
 * Computes a published result again: points from lineups and football data, ranks, prize table, prizes and Merkle root (game rules 8).
 * Every published value that differs is a difference. The football data must be the parsed JSON as it was received, because its digest
 * depends on the order of its keys.
 * @throws OtherRulesVersion if the result was computed with other rules
 */
export async function verifyResult(
  result: PublishedResult,
  gameweeks: readonly PublishedGameweek[],
  entries: Iterable<PublishedEntry> | AsyncIterable<PublishedEntry>,
  hashes: ResultHashes,
): Promise<ResultReport> {
  if (result.rules_version !== RULES_VERSION) throw new OtherRulesVersion(result.rules_version);
  const { report, summarise } = collectDifferences();
  report(null, 'game_key', result.game_key, hashes.computeGameKey(result.game.id));
  await checkGameweeks(result, gameweeks, hashes, report);
  const { checked, late } = await checkEntries(result, gameweeks, entries, hashes, report);
  const leaves = checkPrizes(result, checkTable(result, checked, report), checked, report);
  const root = leaves.length === 0 ? null : await hashes.computeRoot(leaves);
  report(null, 'root', result.root, root);
  return {
    ...summarise(),
    entries: checked.length,
    late,
    root,
    total: leaves.reduce((sum, { amount }) => sum + amount, 0n),
  };
}

/** Checks that the football data is complete, has the published digests, and a lock root for each kick-off. */
async function checkGameweeks(
  { game, gameweeks: published, ...roots }: PublishedResult,
  gameweeks: readonly PublishedGameweek[],
  { sha256 }: ResultHashes,
  report: Report,
): Promise<void> {
  const count = game.last_gameweek - game.first_gameweek + 1;
  const ids = Array.from({ length: count }, (_, index) => game.first_gameweek + index).join();
  report(null, 'gameweeks', published.map(({ gameweek }) => gameweek).join(), ids);
  report(null, 'football data', gameweeks.map(({ gameweek }) => gameweek).join(), ids);
  for (const gameweek of gameweeks) {
    const digest = published.find((each) => each.gameweek === gameweek.gameweek)?.digest;
    report(null, `gameweeks.${gameweek.gameweek}.digest`, digest, await sha256(JSON.stringify(gameweek)));
    for (const root of listMissingRoots(roots, gameweek))
      report(null, `gameweeks.${gameweek.gameweek}.lock_roots.${root}`, 'missing', 'published');
  }
}

/** Computes the points of all entries, and checks them, their places in the lock roots and the digest of the coefficients. */
async function checkEntries(
  { game, plan, coefficients_digest, lock_roots, entries: count }: PublishedResult,
  gameweeks: readonly PublishedGameweek[],
  entries: Iterable<PublishedEntry> | AsyncIterable<PublishedEntry>,
  { sha256 }: ResultHashes,
  report: Report,
): Promise<{ checked: CheckedEntry[]; late: number }> {
  const prepared = gameweeks.map(prepareGameweek);
  const period = { start: Date.parse(game.start_time), end: Date.parse(game.end_time) };
  const checked: CheckedEntry[] = [];
  const steps: string[] = [];
  let late = 0;
  for await (const entry of entries) {
    report(entry.ordinal, 'ordinal', entry.ordinal, checked.length + 1);
    const computed = computeEntry(entry, prepared, period);
    checkPoints(entry, computed, report);
    checkLineups(entry, report);
    const without = findRootsWithout(entry, lock_roots);
    if (isFree(game))
      for (const { locks_at } of without)
        report(entry.ordinal, `lock_roots.${locks_at}`, 'missing', 'included');
    else if (without.length > 0) late += 1;
    if (plan.eligibility !== 'ENTRANTS' && entry.unranked === null)
      report(entry.ordinal, 'eligible', entry.eligible, isEligible(entry, plan, period.start));
    if (entry.coefficients.length > 0) steps.push(describeSteps(entry));
    const { ordinal, wallet_address, rank, unranked, amount, leaf, joined_at, eligible } = entry;
    checked.push({
      published: { ordinal, wallet_address, rank, unranked, amount, leaf, joined_at, eligible },
      gross: computed.gross,
      earned: computed.earned,
    });
  }
  report(null, 'entries', count, checked.length);
  report(null, 'coefficients_digest', coefficients_digest, await sha256(steps.join('')));
  return { checked, late };
}

function describeSteps({ ordinal, coefficients }: PublishedEntry): string {
  return `${ordinal}:${coefficients.map(({ at, coefficient }) => `${at}=${coefficient}`).join(',')}\n`;
}

/** Reports whether the plan lets the entry win a prize. Stakers had an active stake when the game started. */
function isEligible(entry: PublishedEntry, plan: PublishedResult['plan'], start: number): boolean {
  return plan.eligibility === 'ALL' || coefficientBefore(entry.coefficients, start) > 1000;
}

function checkPoints({ ordinal, ...entry }: PublishedEntry, computed: ComputedEntry, report: Report): void {
  for (const { gameweek, points, coefficient, earned } of computed.gameweeks) {
    const published = entry.gameweeks.find((each) => each.gameweek === gameweek);
    const path = `gameweeks.${gameweek}`;
    report(ordinal, `${path}.points`, published?.points ?? 0, points);
    report(ordinal, `${path}.earned`, published?.earned ?? 0, earned);
    // A coefficient multiplies positive points only.
    if (points > 0) report(ordinal, `${path}.coefficient`, published?.coefficient, coefficient);
  }
  report(ordinal, 'gross', entry.gross, computed.gross);
  report(ordinal, 'earned', entry.earned, computed.earned);
}

/** Checks that every lineup is legal for the roster. */
function checkLineups(entry: PublishedEntry, report: Report): void {
  const positions = mapRoster(entry);
  for (const [index, lineup] of entry.lineups.entries())
    report(entry.ordinal, `lineups.${index}`, checkLineup(lineup, positions)[0]?.code ?? 'legal', 'legal');
}
