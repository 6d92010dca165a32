import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildLock, buildReceipt, SEALED_ENTRY } from '@touchline/rules/testing/locks';
import { BENCH, buildLineup, FIELD } from '@touchline/rules/testing/teams';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { verifyTeam } from './verify-team.ts';

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();
const GAME = '0190f6a2-7b1c-7def-8123-000000000001';
const OTHER = '0190f6a2-7b1c-7def-8123-000000000002';
const TEAM = SEALED_ENTRY.participation_id;
const FIRST = buildLock(sha256, 1, buildLineup(), [1]);
const FINAL = { ...buildLock(sha256, 2, buildLineup(), [...FIELD, ...BENCH]), final: true };

let server: Server;
let url: string;
/** Responses to requests for the proof in their order; the last one repeats. */
let proofs: object[];

const prove = (locks: readonly object[], changes: object = {}) => ({
  ...SEALED_ENTRY,
  game_id: GAME,
  team_name: 'Dark Horses',
  locks,
  ...changes,
});

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    response.setHeader('content-type', 'application/json');
    const data = () => {
      if (path.endsWith('/proof')) return proofs.length > 1 ? proofs.shift() : proofs[0];
      if (path.endsWith('/receipt-keys')) return { keys: [] };
      if (path.endsWith('/lock-roots'))
        return { roots: [FIRST, FINAL].map((root) => ({ ...root, computed_at: root.locks_at })) };
      return null;
    };
    const found = data();
    response.statusCode = found ? 200 : 404;
    const failure = { success: false, error: 'not settled', code: 'NOT_FOUND' };
    response.end(JSON.stringify(found ? { success: true, data: found } : failure));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server?.close());
beforeEach(() => {
  proofs = [prove([FIRST, FINAL])];
});
afterEach(() => vi.unstubAllEnvs());

async function verify(...args: readonly string[]): Promise<{ code: number; output: string[] }> {
  const output: string[] = [];
  const code = await verifyTeam([url, TEAM, ...args], (line) => output.push(line));
  return { code, output };
}

test('a complete proof is confirmed', async () => {
  const { code, output } = await verify();
  expect([code, output.at(-1)]).toEqual([0, 'slots, commitments and lock roots are correct']);
});

test('a published lock root that the proof leaves out ends the command with 1', async () => {
  proofs = [prove([])];
  const { code, output } = await verify();
  expect(code).toBe(1);
  expect(output.slice(1)).toEqual(
    [FIRST, FINAL].map(({ locks_at }) => `lock of ${locks_at}: the proof leaves out this lock root`),
  );
});

test('a lock root that is published between the requests is in the proof that is read again', async () => {
  proofs = [prove([FIRST]), prove([FIRST, FINAL])];
  const { code, output } = await verify();
  expect([code, output.at(-1)]).toEqual([0, 'slots, commitments and lock roots are correct']);
});

test('the verified gameweeks are in the first line', async () => {
  const { output } = await verify();
  expect(output[0]).toBe('Dark Horses: number 1 of its game; gameweeks: 1; lock roots of the published list');
});

test('the proof of another team ends the command with 1', async () => {
  proofs = [prove([], { participation_id: OTHER, ordinal: 2 })];
  const { code, output } = await verify();
  expect([code, output.at(-1)]).toEqual([1, 'the proof is of another team']);
});

test('a receipt is read from the folder of the user, and is checked in its gameweek', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'touchline-receipt-'));
  const receipt = { ...buildReceipt(sha256, 2), game_id: GAME, signature: 'e30.e30.e30' };
  await writeFile(join(folder, 'receipt.json'), JSON.stringify(receipt));
  vi.stubEnv('INIT_CWD', folder);
  proofs = [prove([FIRST])];
  const { code, output } = await verify('--receipt', 'receipt.json', '--gameweek', '2');
  await rm(folder, { recursive: true });
  expect(code).toBe(1);
  expect(output).toContain('the signature of the receipt is wrong');
  expect(output).toContain(`lock of ${FINAL.locks_at}: the proof leaves out this lock root`);
});
