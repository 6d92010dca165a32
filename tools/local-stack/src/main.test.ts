import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { isAlive } from '../bin/lib/process-identity.mjs';
import { freePort } from './dependencies/ports.ts';
import { waitUntil } from './dependencies/wait.ts';
import { PROJECT } from './product.ts';

const home = mkdtempSync(join(tmpdir(), 'touchline-test-main-'));

chmodSync(home, 0o755); // Postgres of root's own user must get in

const started: ChildProcess[] = [];

afterAll(async () => {
  // Processes left running by a failed test.
  for (const child of started.filter(
    ({ exitCode, signalCode }) => exitCode === null && signalCode === null,
  )) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  rmSync(home, { recursive: true, force: true });
});

interface Run {
  readonly child: ChildProcess;
  readonly text: () => string;
}

async function npmStart(): Promise<Run> {
  const args = [
    'tools/local-stack/dist/main.js',
    '--home',
    home,
    '--port',
    String(await freePort()),
    '--demo-teams',
    '0',
  ];
  const child = spawn(process.execPath, args, { cwd: PROJECT, stdio: ['ignore', 'pipe', 'pipe'] });
  started.push(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      text += chunk;
    });
  }
  return { child, text: () => text };
}

async function ready({ child, text }: Run): Promise<number[]> {
  await waitUntil(() => /Touchline is ready in [\d.]+ s: http:\/\/localhost:\d+/.test(text()), {
    what: `npm start to be ready`,
    timeoutMs: 300_000, // ends a hanging start, also on a busy machine
    aborted: () => (child.exitCode === null ? undefined : new Error(text())),
  });
  const rows = JSON.parse(readFileSync(join(home, 'run', 'processes.json'), 'utf8')) as { pid: number }[];
  return rows.map((row) => row.pid);
}

test('Ctrl-C during a start stops what was started', async () => {
  const run = await npmStart();
  await waitUntil(() => run.text().includes('postgres is ready'), { what: 'Postgres', timeoutMs: 120_000 });
  const rows = JSON.parse(readFileSync(join(home, 'run', 'processes.json'), 'utf8')) as { pid: number }[];
  run.child.kill('SIGINT');
  await once(run.child, 'exit');
  expect(rows.map((row) => row.pid).filter(isAlive)).toEqual([]);
}, 300_000);

test('a supervisor killed with -9 leaves no process behind, the next start works, and Ctrl-C stops it gracefully', async () => {
  const killed = await npmStart();
  const orphans = await ready(killed);
  killed.child.kill('SIGKILL');
  await waitUntil(() => !orphans.some(isAlive), { what: 'all processes to end', timeoutMs: 60_000 });
  const run = await npmStart();
  const pids = await ready(run);
  expect(pids.length).toBeGreaterThanOrEqual(7);
  expect(pids.filter(isAlive)).toEqual(pids);
  run.child.kill('SIGINT');
  const [code] = (await once(run.child, 'exit')) as [number];
  expect(code).toBe(0);
  expect(pids.filter(isAlive)).toEqual([]);
  expect(run.text()).toContain('everything has stopped');
  expect(existsSync(join(home, 'run', 'processes.json'))).toBe(false);
}, 900_000);
