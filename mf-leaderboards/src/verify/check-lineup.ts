import { sha256 } from '@noble/hashes/sha2';
import { bootstrap } from '@touchline/api/http/fpl';
import { getGame } from '@touchline/api/http/games';
import type { ResultDocument } from '@touchline/api/http/results';
import {
  type LineupProof,
  type LineupReceipt,
  lineupReceipt,
  type ReceiptKey,
  receiptKeys,
} from '@touchline/api/http/seals';
import { readVerifiedData, readVerifiedProof, type VerifiedProof } from '@touchline/api/lineup-proof';
import { checkSignature, type SignatureState } from '@touchline/api/receipt-signature';
import type { Host } from '@touchline/host/host';
import type { PublishedRoot } from '@touchline/rules/lineup-proof';
import type { ProvenPoints } from '@touchline/rules/proven-points';
import { type SettledReport, verifySettledProof } from '@touchline/rules/settled-proof';
import { computeSignedRoot, type LineupProblem, verifyLineup } from '@touchline/rules/verify-lineup';
import { readEntryPage } from '../results/read-entries.ts';

export interface CheckedLineup {
  proof: LineupProof;
  /** The verified gameweeks. */
  gameweeks: readonly number[];
  problems: readonly LineupProblem[];
  /** True once the lock roots are those that a settled result froze. */
  isSettled: boolean;
  signatures: SignatureState[];
  points: ProvenPoints[];
  /** Lock roots from before the payment of the team was confirmed. */
  unproven: readonly PublishedRoot[];
  /** Names of players by id; empty for a game of an earlier season, and if they do not load. */
  names: ReadonlyMap<number, string>;
}

/** Reads a team id, a receipt or the list of receipts that My Teams downloads; null for any other text. */
export function parseInput(text: string): { team: string; receipts: LineupReceipt[] } | null {
  const id = /^\s*([0-9a-f]{8}-[0-9a-f-]{27})\s*$/i.exec(text)?.[1];
  if (id) return { team: id.toLowerCase(), receipts: [] };
  try {
    const receipts = [JSON.parse(text)].flat().map((each) => lineupReceipt.parse(each));
    return receipts.length > 0 ? { team: receipts[0]!.participation_id, receipts } : null;
  } catch {
    return null;
  }
}

/** Verifies the lineups of a team in this browser. @throws Error if the proof or the result does not load */
export async function checkLineup(
  { api }: Pick<Host, 'api'>,
  team: string,
  receipts: readonly LineupReceipt[],
): Promise<CheckedLineup> {
  const verified = await readVerifiedProof(api, { team, receipts }, (read, roots, gameweeks) =>
    verifyLineup(sha256, read, roots, receipts, { team, gameweeks }),
  );
  const { proof, result, gameweeks, problems } = verified;
  const settled = result ? await checkResult(api, { ...verified, result }) : NOT_SETTLED;
  return {
    proof,
    gameweeks,
    problems: [...problems, ...settled.problems],
    isSettled: result !== null,
    signatures: await checkSignatures(api, receipts, result?.receipt_keys ?? []),
    points: settled.points,
    unproven: settled.unproven,
    names: await readNames(api, proof.game_id).catch(() => new Map()),
  };
}

const NOT_SETTLED: SettledReport = { problems: [], points: [], unproven: [] };

async function checkResult(
  api: Host['api'],
  verified: VerifiedProof<LineupProblem> & { result: ResultDocument },
): Promise<SettledReport> {
  const { proof, result } = verified;
  const [entry] = await readEntryPage(proof.game_id, { sortBy: 'ordinal', after: proof.ordinal - 1 });
  return verifySettledProof(sha256, proof, {
    result,
    entry,
    gameweeks: await readVerifiedData(api, verified),
  });
}

/** Reads the names of the current players by id, which are valid in one season only; none for a game of another season. */
async function readNames(api: Host['api'], id: string): Promise<ReadonlyMap<number, string>> {
  const [{ game }, { season, players }] = await Promise.all([
    api.request(getGame, { params: { id } }),
    api.request(bootstrap),
  ]);
  return new Map(game.season_id === season ? players.map((player) => [player.id, player.web_name]) : []);
}

/** @param frozen keys of the result; empty until it is settled */
async function checkSignatures(
  api: Host['api'],
  receipts: readonly LineupReceipt[],
  frozen: readonly ReceiptKey[],
): Promise<SignatureState[]> {
  if (receipts.length === 0) return [];
  const keys = frozen.length > 0 ? frozen : (await api.request(receiptKeys)).keys;
  return Promise.all(
    receipts.map((receipt) => checkSignature(receipt, computeSignedRoot(sha256, receipt), keys)),
  );
}
