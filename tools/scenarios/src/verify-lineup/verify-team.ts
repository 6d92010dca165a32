import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Client, createClient } from '@touchline/api/client';
import {
  RESULT_ENTRIES_PATH,
  type ResultDocument,
  type ResultEntry,
  resultEntry,
} from '@touchline/api/http/results';
import {
  type LineupProof,
  type LineupReceipt,
  lineupReceipt,
  type ReceiptKey,
  receiptKeys,
} from '@touchline/api/http/seals';
import { readVerifiedData, readVerifiedProof, type VerifiedProof } from '@touchline/api/lineup-proof';
import { checkSignature } from '@touchline/api/receipt-signature';
import type { Sha256 } from '@touchline/rules/lineup-commitment';
import { verifySettledProof } from '@touchline/rules/settled-proof';
import { computeSignedRoot, type LineupProblem, verifyLineup } from '@touchline/rules/verify-lineup';
import { z } from 'zod';
import { ANCHOR_OPTIONS, readAnchorSource } from '../anchor-source.ts';
import { checkAnchors } from './check-anchors.ts';

const sha256: Sha256 = (bytes) => createHash('sha256').update(bytes).digest();

type Print = (line: string) => void;

/** Verifies the lineups of a team and prints each step. @returns the exit code */
export async function verifyTeam(args: readonly string[], print: Print): Promise<number> {
  const { url, receipt, source, ...requested } = readArguments(args);
  const { team } = requested;
  const base = `${url.replace(/\/$/, '')}/api`;
  const client = createClient({ base });
  const receipts = receipt === undefined ? [] : await readReceipts(receipt);
  const verified = await readVerifiedProof(client, { ...requested, receipts }, (read, published, gameweeks) =>
    verifyLineup(sha256, read, published, receipts, { team, gameweeks }),
  );
  const { proof, roots, result, gameweeks, problems } = verified;
  print(
    `${proof.team_name}: number ${proof.ordinal} of its game; gameweeks: ${gameweeks.join(', ') || 'none'}; lock roots of the ${result ? 'settled result' : 'published list'}`,
  );
  for (const { locks_at, final, root, commitment, version, slots } of proof.locks) {
    const saved = version ? `version ${version.number} of gameweek ${version.gameweek}` : 'no lineup';
    print(`${locks_at}${final ? ' (final)' : ''}: ${saved}, ${slots.length} of 15 slots are open`);
    print(`  commitment ${commitment} in lock root ${root}`);
  }
  const found: string[] = [];
  found.push(...(await checkSignatures(client, receipts, result?.receipt_keys ?? [])));
  found.push(...problems.map(describeProblem));
  if (result) found.push(...(await checkResult({ client, base, print }, { ...verified, result })));
  if (source) found.push(...(await checkAnchors(proof, roots, source, print)));
  for (const problem of found) print(problem);
  if (found.length === 0) print(summarise(proof, result));
  return found.length === 0 ? 0 : 1;
}

function summarise({ locks }: LineupProof, result: ResultDocument | null): string {
  if (locks.length > 0) return 'slots, commitments and lock roots are correct';
  return result ? 'the team was confirmed after the lock roots, so none contains it' : 'no lock root yet';
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

/** Compares a proof with the result of a settled game. */
async function checkResult(
  { client, base, print }: { client: Client; base: string; print: Print },
  verified: VerifiedProof<LineupProblem> & { result: ResultDocument },
): Promise<string[]> {
  const { proof, result } = verified;
  const entry = await readEntry(base, result.game.id, proof.ordinal);
  const data = await readVerifiedData(client, verified);
  const { problems, points, unproven } = verifySettledProof(sha256, proof, {
    result,
    entry,
    gameweeks: data,
  });
  for (const { locks_at } of unproven)
    print(`lock of ${locks_at}: proves nothing, because the payment was confirmed later`);
  for (const { gameweek, computed } of points)
    print(`gameweek ${gameweek}: ${computed} points from the open slots`);
  const wrong = points.filter(({ computed, published }) => computed !== published);
  return [
    ...problems.map(describeProblem),
    ...wrong.map(
      ({ gameweek, computed, published }) =>
        `gameweek ${gameweek}: the result has ${published} points, the slots ${computed}`,
    ),
  ];
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

/** Returns a sentence for each receipt without a valid signature. @param frozen keys of the result; empty until it is settled */
async function checkSignatures(
  client: Client,
  receipts: readonly LineupReceipt[],
  frozen: readonly ReceiptKey[],
): Promise<string[]> {
  if (receipts.length === 0) return [];
  const keys = frozen.length > 0 ? frozen : (await client.request(receiptKeys)).keys;
  const found: string[] = [];
  for (const receipt of receipts) {
    const state = await checkSignature(receipt, computeSignedRoot(sha256, receipt), keys);
    if (state === 'UNKNOWN_KEY')
      found.push('the receipt is signed with a key that the service does not publish');
    else if (state !== 'SIGNED') found.push('the signature of the receipt is wrong');
  }
  return found;
}
