import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isAlive } from '../../bin/lib/process-identity.mjs';
import { type Child, startChild } from '../dependencies/child.ts';
import { type Home, openHome } from './home.ts';
import { takeHome } from './record.ts';

let home: Home;
let child: Child;

beforeEach(async () => {
  home = openHome(mkdtempSync(join(tmpdir(), 'touchline-test-record-')));
  child = await startChild({ name: 'sleeper', command: '/bin/sh', args: ['-c', 'sleep 1000'] });
});

afterEach(async () => {
  await child.stop();
  rmSync(home.dir, { recursive: true, force: true });
});

/** The record as a killed supervisor leaves it. */
async function leaveBehind(change: (row: { identity: string }) => void): Promise<void> {
  const record = await takeHome(home, () => {});
  record.add('sleeper', child.pid);
  const file = home.path('run', 'processes.json');
  const rows = JSON.parse(readFileSync(file, 'utf8')) as { identity: string }[];
  rows.forEach(change);
  record.close();
  writeFileSync(file, JSON.stringify(rows));
}

test('processes left behind by a killed supervisor are ended at the next start', async () => {
  await leaveBehind(() => {});
  const logged: string[] = [];
  await takeHome(home, (text) => logged.push(text));
  expect(isAlive(child.pid)).toBe(false);
  expect(logged).toEqual(['ending processes of an earlier run: sleeper']);
});

test('an unrelated process that reuses the pid is left alone', async () => {
  await leaveBehind((row) => {
    row.identity = `1${row.identity}`;
  });
  await takeHome(home, () => {});
  expect(isAlive(child.pid)).toBe(true);
});

test('a home with a running supervisor is rejected', async () => {
  await takeHome(home, () => {});
  await expect(takeHome(home, () => {})).rejects.toThrow(/in use by process/);
});
