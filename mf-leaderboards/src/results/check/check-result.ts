import {
  gameResult,
  gameResultGameweek,
  type ResultEntry,
  type ResultGameweek,
} from '@touchline/api/http/results';
import type { Host } from '@touchline/host/host';
import type { ResultReport } from '@touchline/rules/result-report';
import { verifyResult } from '@touchline/rules/verify-result';
import { readEntries } from '../read-entries.ts';
import { createPause } from './pause.ts';
import { readSettlement } from './read-settlement.ts';
import { buildResultHashes } from './result-hashes.ts';

/**
 * Comparison with the prize vault. NO_PRIZES: the result has no root. NOT_FUNDED: the chain has no root, and the result reports no
 * funding. UNREADABLE: the chain did not respond.
 */
export type ChainCheck = 'EQUAL' | 'DIFFERENT' | 'NO_PRIZES' | 'NOT_FUNDED' | 'UNREADABLE';

export interface CheckedResult {
  report: ResultReport;
  chain: ChainCheck;
  /** Team of the first entry that differs; null without one. */
  firstTeam: string | null;
}

/**
 * Downloads a result with its football data and all its entries, computes it again and compares it with the chain.
 * @param onProgress called with the number of entries that were read
 */
export async function checkResult(
  { api, config }: Pick<Host, 'api' | 'config'>,
  id: string,
  onProgress: (entries: number) => void,
): Promise<CheckedResult> {
  const result = await api.request(gameResult, { params: { id } });
  const gameweeks: ResultGameweek[] = [];
  for (const { gameweek } of result.gameweeks)
    gameweeks.push(await api.request(gameResultGameweek, { params: { id, gameweek: String(gameweek) } }));
  const pause = createPause();
  const teams: string[] = [];
  async function* entries(): AsyncGenerator<ResultEntry> {
    for await (const entry of readEntries(id)) {
      await pause();
      teams[entry.ordinal] = entry.team_name;
      onProgress(entry.ordinal);
      yield entry;
    }
  }
  const report = await verifyResult(result, gameweeks, entries(), buildResultHashes(result, pause));
  const firstTeam = report.firstEntry === null ? null : (teams[report.firstEntry] ?? null);
  if (report.root === null && result.root === null) return { report, firstTeam, chain: 'NO_PRIZES' };
  const settlement = await readSettlement(result, config.chain.rpc).catch(() => null);
  if (!settlement) return { report, firstTeam, chain: 'UNREADABLE' };
  if (BigInt(settlement.root) === 0n && result.funding === null)
    return { report, firstTeam, chain: 'NOT_FUNDED' };
  const isEqual =
    settlement.root === report.root &&
    settlement.token.toLowerCase() === result.plan.token.address.toLowerCase();
  return { report, firstTeam, chain: isEqual ? 'EQUAL' : 'DIFFERENT' };
}
