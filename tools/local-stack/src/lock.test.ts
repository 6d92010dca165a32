import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { withLock } from '../bin/lib/lock.mjs';

const dir = mkdtempSync(join(tmpdir(), 'touchline-test-lock-'));

afterAll(() => rmSync(dir, { recursive: true, force: true }));

test('one holder at a time; the next learns which process it waits for', async () => {
  const path = join(dir, 'busy.lock');
  const order: string[] = [];
  let release = () => {};
  const first = withLock(path, () => new Promise<void>((resolve) => (release = resolve)));
  const second = withLock(path, () => void order.push('second'), {
    onWait: (owner) => {
      order.push(`waits for ${owner}`);
      release();
    },
  });
  await Promise.all([first, second]);
  expect(order).toEqual([`waits for ${process.pid}`, 'second']);
});

test('the lock of a dead process is taken over, even if its pid is reused', async () => {
  const path = join(dir, 'left.lock');
  mkdirSync(path);
  writeFileSync(
    join(path, 'owner.json'),
    JSON.stringify({ pid: process.pid, identity: 'an earlier process' }),
  );
  expect(await withLock(path, () => 'mine')).toBe('mine');
});

test('an error releases the lock', async () => {
  const path = join(dir, 'failing.lock');
  await expect(withLock(path, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await withLock(path, () => 'again')).toBe('again');
});
