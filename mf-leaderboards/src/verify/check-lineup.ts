import { sha256 } from '@noble/hashes/sha2';
import { bootstrap } from '@touchline/api/http/fpl';
import { gameResult, gameResultGameweek } from '@touchline/api/http/results';
import {
  type LineupProof,
  type LineupReceipt,
  lineupProof,
  lineupReceipt,
  lockRoots,
  receiptKeys,
} from '@touchline/api/http/seals';
import type { Host } from '@touchline/host/host';
import { computeProvenPoints, type ProvenPoints } from '@touchline/rules/proven-points';
import { computeSignedRoot, type LineupProblem, verifyLineup } from '@touchline/rules/verify-lineup';
import { readEntryPage } from '../results/read-entries.ts';

export interface CheckedLineup {
  proof: LineupProof;
  problems: LineupProblem[];
  /** True once a settled result anchors the lock roots. */
  isSettled: boolean;
  /** Whether each receipt is signed by the service; null if the browser cannot check. */
  signed: (boolean | null)[];
  points: ProvenPoints[];
  /** Names of players by id. */
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

/** Verifies the lineups of a team in this browser. @throws Error if the proof does not load */
export async function checkLineup(
  { api }: Pick<Host, 'api'>,
  team: string,
  receipts: readonly LineupReceipt[],
): Promise<CheckedLineup> {
  const gameweek = receipts.at(-1)?.version.gameweek;
  const query = gameweek === undefined ? {} : { gameweek: String(gameweek) };
  const proof = await api.request(lineupProof, { params: { id: team }, query });
  const params = { id: proof.game_id };
  const result = await api.request(gameResult, { params }).catch(() => null);
  const roots = result?.lock_roots ?? (await api.request(lockRoots, { params })).roots;
  const points: ProvenPoints[] = [];
  for (const lock of result ? proof.locks.filter(({ final }) => final) : []) {
    const [entry] = await readEntryPage(proof.game_id, proof.ordinal - 1);
    const data = await api.request(gameResultGameweek, {
      params: { id: proof.game_id, gameweek: String(lock.gameweek) },
    });
    const { start_time, end_time } = result!.game;
    const period = { start: Date.parse(start_time), end: Date.parse(end_time) };
    const proven = entry && computeProvenPoints(lock, entry, data, period);
    if (proven) points.push(proven);
  }
  const players = await api.request(bootstrap).catch(() => null);
  return {
    proof,
    problems: verifyLineup(sha256, proof, roots, receipts),
    isSettled: result !== null,
    signed: await Promise.all(receipts.map((receipt) => isSigned(api, receipt))),
    points,
    names: new Map(players?.players.map(({ id, web_name }) => [id, web_name])),
  };
}

async function isSigned(api: Host['api'], receipt: LineupReceipt): Promise<boolean | null> {
  const [header = '', payload = '', signature = ''] = receipt.signature.split('.');
  try {
    const { keys } = await api.request(receiptKeys);
    const { kid } = JSON.parse(new TextDecoder().decode(decode(header)));
    const jwk = keys.find((key) => key.kid === kid);
    if (!jwk) return false;
    const { kty, crv, x } = jwk;
    const key = await crypto.subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', false, ['verify']);
    const signed = JSON.parse(new TextDecoder().decode(decode(payload)));
    const text = new TextEncoder().encode(`${header}.${payload}`);
    return (
      (await crypto.subtle.verify('Ed25519', key, decode(signature), text)) &&
      signed.root === computeSignedRoot(sha256, receipt)
    );
  } catch {
    return null; // A browser without Ed25519; the command line checks it.
  }
}

const decode = (part: string) =>
  Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  );
