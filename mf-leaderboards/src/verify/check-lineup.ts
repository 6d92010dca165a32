import { sha256 } from '@noble/hashes/sha2';
import { bootstrap } from '@touchline/api/http/fpl';
import { getGame } from '@touchline/api/http/games';
import { gameResultGameweek } from '@touchline/api/http/results';
import { type LineupProof, type LineupReceipt, lineupReceipt, receiptKeys } from '@touchline/api/http/seals';
import { readVerifiedProof } from '@touchline/api/lineup-proof';
import type { Host } from '@touchline/host/host';
import { verifyOpenSlots } from '@touchline/rules/open-slots';
import { computeProvenPoints, type ProvenPoints } from '@touchline/rules/proven-points';
import {
  computeSignedRoot,
  type LineupProblem,
  verifyLineup,
  verifyOrdinal,
} from '@touchline/rules/verify-lineup';
import { readEntryPage } from '../results/read-entries.ts';

export interface CheckedLineup {
  proof: LineupProof;
  problems: readonly LineupProblem[];
  /** True once the lock roots are those that a settled result froze. */
  isSettled: boolean;
  /** Whether each receipt is signed by the service; null if the browser cannot check. */
  signed: (boolean | null)[];
  points: ProvenPoints[];
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
  const { proof, result, problems } = await readVerifiedProof(api, { team, receipts }, (read, roots) =>
    verifyLineup(sha256, read, roots, receipts, { team }),
  );
  const points: ProvenPoints[] = [];
  const contradictions: LineupProblem[] = [];
  const finals = result ? proof.locks.filter(({ final }) => final) : [];
  const [entry] = result
    ? await readEntryPage(proof.game_id, { sortBy: 'ordinal', after: proof.ordinal - 1 })
    : [];
  for (const lock of finals) {
    const data = await api.request(gameResultGameweek, {
      params: { id: proof.game_id, gameweek: String(lock.gameweek) },
    });
    contradictions.push(...verifyOpenSlots(proof, data));
    const { start_time, end_time } = result!.game;
    const period = { start: Date.parse(start_time), end: Date.parse(end_time) };
    const proven = entry && computeProvenPoints(lock, entry, data, period);
    if (proven) points.push(proven);
  }
  return {
    proof,
    problems: result ? [...problems, ...verifyOrdinal(proof, entry), ...contradictions] : problems,
    isSettled: result !== null,
    signed: await checkSignatures(api, receipts),
    points,
    names: await readNames(api, proof.game_id).catch(() => new Map()),
  };
}

/** Reads the names of the current players by id, which are valid in one season only; none for a game of another season. */
async function readNames(api: Host['api'], id: string): Promise<ReadonlyMap<number, string>> {
  const [{ game }, { season, players }] = await Promise.all([
    api.request(getGame, { params: { id } }),
    api.request(bootstrap),
  ]);
  return new Map(game.season_id === season ? players.map((player) => [player.id, player.web_name]) : []);
}

/** Reports for each receipt whether the service signed it; null if the browser cannot check. */
async function checkSignatures(
  api: Host['api'],
  receipts: readonly LineupReceipt[],
): Promise<(boolean | null)[]> {
  if (receipts.length === 0) return [];
  const { keys } = await api.request(receiptKeys);
  return Promise.all(receipts.map((receipt) => isSigned(keys, receipt)));
}

type PublicKey = Readonly<Record<'kid' | 'kty' | 'crv' | 'x', string>>;

async function isSigned(keys: readonly PublicKey[], receipt: LineupReceipt): Promise<boolean | null> {
  const [header = '', payload = '', signature = ''] = receipt.signature.split('.');
  const signed = decodeJson(payload)?.root === computeSignedRoot(sha256, receipt);
  const jwk = keys.find(({ kid }) => kid === decodeJson(header)?.kid);
  const bytes = decode(signature);
  if (!signed || !jwk || !bytes) return false;
  const { kty, crv, x } = jwk;
  try {
    const key = await crypto.subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', false, ['verify']);
    return await crypto.subtle.verify(
      'Ed25519',
      key,
      bytes,
      new TextEncoder().encode(`${header}.${payload}`),
    );
  } catch {
    return null; // A browser without Ed25519; the command line checks it.
  }
}

/** Decodes base64url; null if the text is something else. */
function decode(part: string): Uint8Array<ArrayBuffer> | null {
  try {
    const text = atob(part.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(text, (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

/** Decodes a part of a signature; null if it is not a JSON object. */
function decodeJson(part: string): Readonly<Record<string, unknown>> | null {
  try {
    const decoded: unknown = JSON.parse(new TextDecoder().decode(decode(part) ?? new Uint8Array()));
    return typeof decoded === 'object' ? (decoded as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}
