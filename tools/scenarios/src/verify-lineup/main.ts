import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type Client, createClient } from '@touchline/api/client';
import { TouchlineError } from '@touchline/api/errors';
import {
  gameResult,
  gameResultGameweek,
  RESULT_ENTRIES_PATH,
  type ResultDocument,
  type ResultEntry,
  resultEntry,
} from '@touchline/api/http/results';
import {
  type LineupProof,
  type LineupReceipt,
  lineupProof,
  lineupReceipt,
  lockRoots,
  receiptKeys,
} from '@touchline/api/http/seals';
import { readLineupProof } from '@touchline/api/lineup-proof';
import type { Sha256 } from '@touchline/rules/lineup-commitment';
import { computeProvenPoints } from '@touchline/rules/proven-points';
import { computeSignedRoot, verifyLineup } from '@touchline/rules/verify-lineup';
import { z } from 'zod';
import { runCommand } from '../run-command.ts';
import { checkAnchors, readAnchorSource } from './check-anchors.ts';

const sha256: Sha256 = (bytes) => createHash('sha256').update(bytes).digest();

/** Verifies the lineups of a team and prints each step. @returns the exit code */
async function main(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      receipt: { type: 'string' },
      gameweek: { type: 'string' },
      rpc: { type: 'string' },
      contract: { type: 'string' },
      operator: { type: 'string' },
      'from-block': { type: 'string', default: '0' },
    },
  });
  const [url, team] = positionals;
  if (url === undefined || team === undefined)
    throw new Error(
      'usage: npm run verify-lineup -- URL TEAM [--receipt FILE] [--gameweek N] [--rpc URL --contract ADDRESS --operator ADDRESS]',
    );
  const source = readAnchorSource(values);
  const base = `${url.replace(/\/$/, '')}/api`;
  const client = createClient({ base });
  const receipts = values.receipt === undefined ? [] : await readReceipts(values.receipt);
  const { gameweek } = values;
  const proof =
    gameweek === undefined
      ? await readLineupProof(client, team, receipts)
      : await client.request(lineupProof, { params: { id: team }, query: { gameweek } });
  const problems: string[] = [];
  if (receipts.some(({ participation_id }) => participation_id !== proof.participation_id))
    problems.push('a receipt is of another team');
  for (const receipt of receipts)
    if (!(await isSigned(client, receipt)))
      problems.push('the signature of the receipt is not of this service');
  const params = { id: proof.game_id };
  // A settled result anchors the lock roots; before, the published list is all there is.
  const result = await client.request(gameResult, { params }).catch((error: unknown) => {
    if (error instanceof TouchlineError && error.code === 'NOT_FOUND') return null;
    throw error;
  });
  const roots = result?.lock_roots ?? (await client.request(lockRoots, { params })).roots;
  console.log(
    `${proof.team_name}: number ${proof.ordinal} of its game; lock roots of the ${result ? 'settled result' : 'published list'}`,
  );
  for (const { locks_at, final, root, commitment, version, slots } of proof.locks) {
    const saved = version ? `version ${version.number} of gameweek ${version.gameweek}` : 'no lineup';
    console.log(`${locks_at}${final ? ' (final)' : ''}: ${saved}, ${slots.length} of 15 slots are open`);
    console.log(`  commitment ${commitment} in lock root ${root}`);
  }
  for (const { lock, slot, text } of verifyLineup(sha256, proof, roots, receipts)) {
    const place = slot === null ? '' : `, slot ${slot + 1}`;
    problems.push(`${lock === null ? 'receipt' : `lock of ${lock.locks_at}`}${place}: ${text}`);
  }
  problems.push(...(await checkPoints(client, base, result, proof)));
  if (source) problems.push(...(await checkAnchors(proof, roots, source, console.log)));
  for (const problem of problems) console.log(problem);
  if (problems.length === 0)
    console.log(
      proof.locks.length === 0 ? 'no lock root yet' : 'slots, commitments and lock roots are correct',
    );
  return problems.length === 0 ? 0 : 1;
}

/** Computes the points of the final roots of a settled game from the open slots, and compares them with the result. */
async function checkPoints(
  client: Client,
  base: string,
  result: ResultDocument | null,
  proof: LineupProof,
): Promise<string[]> {
  const locks = proof.locks.filter(({ final }) => final);
  if (!result || locks.length === 0) return [];
  const { id, start_time, end_time } = result.game;
  const period = { start: Date.parse(start_time), end: Date.parse(end_time) };
  const entry = await readEntry(base, id, proof.ordinal);
  const problems: string[] = [];
  for (const lock of locks) {
    const params = { id, gameweek: String(lock.gameweek) };
    const points = computeProvenPoints(
      lock,
      entry,
      await client.request(gameResultGameweek, { params }),
      period,
    );
    if (!points) continue;
    console.log(`gameweek ${points.gameweek}: ${points.computed} points from the open slots`);
    if (points.computed !== points.published)
      problems.push(
        `gameweek ${points.gameweek}: the result has ${points.published} points, the slots ${points.computed}`,
      );
  }
  return problems;
}

async function readEntry(base: string, game: string, ordinal: number): Promise<ResultEntry> {
  const url = `${base}${RESULT_ENTRIES_PATH.replace(':id', game)}`;
  const response = await fetch(ordinal === 1 ? url : `${url}?cursor=${ordinal - 1}`);
  if (!response.ok) throw new Error(`the entry cannot be read: status ${response.status} from ${url}`);
  return resultEntry.parse(JSON.parse((await response.text()).split('\n')[0]!));
}

/** Reads the receipts of a file: one, or the list that My Teams downloads. */
async function readReceipts(file: string): Promise<LineupReceipt[]> {
  return z.array(lineupReceipt).parse([JSON.parse(await readFile(file, 'utf8'))].flat());
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

runCommand(main);
