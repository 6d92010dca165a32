import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Client, createClient } from '@touchline/api/client';
import {
  gameResultGameweek,
  RESULT_ENTRIES_PATH,
  type ResultDocument,
  type ResultEntry,
  resultEntry,
} from '@touchline/api/http/results';
import { type LineupProof, type LineupReceipt, lineupReceipt, receiptKeys } from '@touchline/api/http/seals';
import { readVerifiedProof } from '@touchline/api/lineup-proof';
import type { Sha256 } from '@touchline/rules/lineup-commitment';
import { verifyOpenSlots } from '@touchline/rules/open-slots';
import { computeProvenPoints } from '@touchline/rules/proven-points';
import {
  computeSignedRoot,
  type LineupProblem,
  verifyLineup,
  verifyOrdinal,
} from '@touchline/rules/verify-lineup';
import { z } from 'zod';
import { ANCHOR_OPTIONS, readAnchorSource } from '../anchor-source.ts';
import { checkAnchors } from './check-anchors.ts';

const sha256: Sha256 = (bytes) => createHash('sha256').update(bytes).digest();

type Print = (line: string) => void;

/** Verifies the lineups of a team and prints each step. @returns the exit code */
export async function verifyTeam(args: readonly string[], print: Print): Promise<number> {
  const { url, receipt, source, ...requested } = readArguments(args);
  const base = `${url.replace(/\/$/, '')}/api`;
  const client = createClient({ base });
  const receipts = receipt === undefined ? [] : await readReceipts(receipt);
  const { proof, roots, result, problems } = await readVerifiedProof(
    client,
    { ...requested, receipts },
    (read, published) => verifyLineup(sha256, read, published, receipts, requested),
  );
  print(
    `${proof.team_name}: number ${proof.ordinal} of its game; lock roots of the ${result ? 'settled result' : 'published list'}`,
  );
  for (const { locks_at, final, root, commitment, version, slots } of proof.locks) {
    const saved = version ? `version ${version.number} of gameweek ${version.gameweek}` : 'no lineup';
    print(`${locks_at}${final ? ' (final)' : ''}: ${saved}, ${slots.length} of 15 slots are open`);
    print(`  commitment ${commitment} in lock root ${root}`);
  }
  const found: string[] = [];
  for (const each of receipts)
    if (!(await isSigned(client, each))) found.push('the signature of the receipt is not of this service');
  found.push(...problems.map(describeProblem));
  found.push(...(await checkResult({ client, base, print }, result, proof)));
  if (source) found.push(...(await checkAnchors(proof, roots, source, print)));
  for (const problem of found) print(problem);
  if (found.length === 0)
    print(proof.locks.length === 0 ? 'no lock root yet' : 'slots, commitments and lock roots are correct');
  return found.length === 0 ? 0 : 1;
}

function readArguments(args: readonly string[]) {
  const options = { receipt: { type: 'string' }, gameweek: { type: 'string' }, ...ANCHOR_OPTIONS } as const;
  const { positionals, values } = parseArgs({ args: [...args], allowPositionals: true, options });
  const [url, team] = positionals;
  if (url === undefined || team === undefined)
    throw new Error(
      'usage: npm run verify-lineup -- URL TEAM [--receipt FILE] [--gameweek N] [--rpc URL --contract ADDRESS --operator ADDRESS --from-block N]',
    );
  const { receipt, gameweek } = values;
  return {
    url,
    team: team.toLowerCase(),
    receipt,
    gameweek: gameweek === undefined ? undefined : Number(gameweek),
    source: readAnchorSource(values),
  };
}

function describeProblem({ lock, slot, text }: LineupProblem): string {
  if (lock === null) return text;
  return `lock of ${lock.locks_at}${slot === null ? '' : `, slot ${slot + 1}`}: ${text}`;
}

/** Compares a proof with the result of a settled game: its number, its open slots, and the points of its final roots. */
async function checkResult(
  { client, base, print }: { client: Client; base: string; print: Print },
  result: ResultDocument | null,
  proof: LineupProof,
): Promise<string[]> {
  if (!result) return [];
  const { id, start_time, end_time } = result.game;
  const period = { start: Date.parse(start_time), end: Date.parse(end_time) };
  const entry = await readEntry(base, id, proof.ordinal);
  const problems = verifyOrdinal(proof, entry).map(describeProblem);
  if (!entry) return problems;
  for (const lock of proof.locks.filter(({ final }) => final)) {
    const params = { id, gameweek: String(lock.gameweek) };
    const data = await client.request(gameResultGameweek, { params });
    problems.push(...verifyOpenSlots(proof, data).map(describeProblem));
    const points = computeProvenPoints(lock, entry, data, period);
    if (!points) continue;
    print(`gameweek ${points.gameweek}: ${points.computed} points from the open slots`);
    if (points.computed !== points.published)
      problems.push(
        `gameweek ${points.gameweek}: the result has ${points.published} points, the slots ${points.computed}`,
      );
  }
  return problems;
}

async function readEntry(base: string, game: string, ordinal: number): Promise<ResultEntry | undefined> {
  const url = `${base}${RESULT_ENTRIES_PATH.replace(':id', game)}`;
  const response = await fetch(ordinal === 1 ? url : `${url}?cursor=${ordinal - 1}`);
  if (!response.ok) throw new Error(`the entry cannot be read: status ${response.status} from ${url}`);
  const [line] = (await response.text()).split('\n');
  return line ? resultEntry.parse(JSON.parse(line)) : undefined;
}

/** Reads the receipts of a file: one, or the list that My Teams downloads. Its path is relative to the user's folder. */
async function readReceipts(file: string): Promise<LineupReceipt[]> {
  const path = resolve(process.env.INIT_CWD ?? process.cwd(), file);
  return z.array(lineupReceipt).parse([JSON.parse(await readFile(path, 'utf8'))].flat());
}

async function isSigned(client: Client, receipt: LineupReceipt): Promise<boolean> {
  const [header = '', payload = '', bytes = ''] = receipt.signature.split('.');
  const { keys } = await client.request(receiptKeys);
  const { kid } = decode(header);
  const jwk = keys.find((key) => key.kid === kid);
  if (!jwk) return false;
  const key = createPublicKey({ key: { ...jwk }, format: 'jwk' });
  const signed = decode(payload);
  return (
    verify(null, Buffer.from(`${header}.${payload}`), key, Buffer.from(bytes, 'base64url')) &&
    signed.root === computeSignedRoot(sha256, receipt)
  );
}

const decode = (part: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(part, 'base64url').toString());
