import { checkLineup } from './lineup.ts';
import { findRootsWithout, isFree, listMissingRoots } from './missing-roots.ts';
import type { PublishedEntry, PublishedGameweek, PublishedResult } from './result-document.ts';
import { checkFormats, readWallet } from './result-formats.ts';
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
 * Every published value that differs is a difference. If an amount, the vault or the chain has another format, only that is reported and
 * nothing is computed. The football data must be the parsed JSON as it was received, because its digest depends on the order of its keys.
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
  checkFormats(result, report);
  if (summarise().count > 0) return { ...summarise(), entries: 0, late: 0, root: null, total: 0n };
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
  const ids = listGameweeks(game, report).join();
  report(null, 'gameweeks', published.map(({ gameweek }) => gameweek).join(), ids);
  report(null, 'football data', gameweeks.map(({ gameweek }) => gameweek).join(), ids);
  for (const gameweek of gameweeks) {
    const digest = published.find((each) => each.gameweek === gameweek.gameweek)?.digest;
    report(null, `gameweeks.${gameweek.gameweek}.digest`, digest, await sha256(JSON.stringify(gameweek)));
    for (const root of listMissingRoots(roots, gameweek))
      report(null, `gameweeks.${gameweek.gameweek}.lock_roots.${root}`, 'missing', 'published');
  }
}

/** Maximum number of gameweeks of a season, as in the API. */
const MAX_GAMEWEEKS = 99;

/** Lists the gameweeks of a game. Ends that no game can have are reported, because a list up to them may be endless. */
function listGameweeks(
  { first_gameweek: first, last_gameweek: last }: PublishedResult['game'],
  report: Report,
): number[] {
  const all = Array.from({ length: MAX_GAMEWEEKS }, (_, index) => index + 1);
  const ids = all.filter((id) => id >= first && id <= last);
  report(null, 'game.first_gameweek', first, ids[0] ?? 'a gameweek');
  report(null, 'game.last_gameweek', last, ids.at(-1) ?? 'a gameweek');
  return ids;
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
  // With an entry fee, every entry can win.
  const eligibility = isFree(game) ? plan.eligibility : 'ALL';
  report(null, 'plan.eligibility', plan.eligibility, eligibility);
  const checked: CheckedEntry[] = [];
  const steps: string[] = [];
  let late = 0;
  for await (const entry of entries) {
    report(entry.ordinal, 'ordinal', entry.ordinal, checked.length + 1);
    const computed = computeEntry({ ...entry, lineups: checkLineups(entry, report) }, prepared, period);
    checkPoints(entry, computed, report);
    const without = findRootsWithout(entry, lock_roots);
    if (isFree(game))
      for (const { locks_at } of without)
        report(entry.ordinal, `lock_roots.${locks_at}`, 'missing', 'included');
    else if (without.length > 0) late += 1;
    if (eligibility !== 'ENTRANTS' && entry.unranked === null)
      report(entry.ordinal, 'eligible', entry.eligible, isEligible(entry, eligibility, period.start));
    if (entry.coefficients.length > 0) steps.push(describeSteps(entry));
    const wallet_address = readWallet(entry, report);
    const { ordinal, rank, unranked, amount, leaf, joined_at, eligible } = entry;
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

/** Reports whether the entry can win a prize. Stakers had an active stake when the game started. */
function isEligible(entry: PublishedEntry, eligibility: 'ALL' | 'STAKERS', start: number): boolean {
  return eligibility === 'ALL' || coefficientBefore(entry.coefficients, start) > 1000;
}

function checkPoints({ ordinal, ...entry }: PublishedEntry, computed: ComputedEntry, report: Report): void {
  const gameweeks = new Set(computed.gameweeks.map(({ gameweek }) => gameweek));
  for (const { gameweek } of entry.gameweeks)
    if (!gameweeks.delete(gameweek))
      report(ordinal, `gameweeks.${gameweek}`, 'published', 'not in the game, or published before');
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

/** Checks that every lineup is legal for the roster, and returns the legal ones: points are computed from no others. */
function checkLineups(entry: PublishedEntry, report: Report): PublishedEntry['lineups'] {
  const positions = mapRoster(entry);
  return entry.lineups.filter((lineup, index) => {
    const problem = checkLineup(lineup, positions)[0]?.code ?? 'legal';
    report(entry.ordinal, `lineups.${index}`, problem, 'legal');
    return problem === 'legal';
  });
}
