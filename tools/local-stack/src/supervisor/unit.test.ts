import { expect, test } from 'vitest';
import { isAlive } from '../../bin/lib/process-identity.mjs';
import { type ChildWatch, startChild } from '../dependencies/child.ts';
import { waitUntil } from '../dependencies/wait.ts';
import { Unit } from './unit.ts';

const sleeper = (watch: ChildWatch) =>
  startChild({
    name: 'sleeper',
    command: process.execPath,
    args: ['-e', 'setInterval(() => {}, 1000)'],
    watch,
  });

function supervised(start: (watch: ChildWatch) => ReturnType<typeof sleeper>) {
  const logged: string[] = [];
  return { logged, unit: new Unit({ name: 'sleeper', start, watch: {}, say: (text) => logged.push(text) }) };
}

test('a killed process is restarted, a stopped one is not', async () => {
  const { unit, logged } = supervised(sleeper);
  await unit.start();
  const first = unit.child;
  first?.signal('SIGKILL');
  await first?.exited;
  await unit.ready();
  const second = unit.child;
  expect(second?.pid).not.toBe(first?.pid);
  expect(logged.join('\n')).toMatch(/sleeper ended by SIGKILL; restarting/);
  await unit.stop();
  expect(isAlive(second?.pid ?? 0)).toBe(false);
  expect(unit.child).toBeUndefined();
});

test('a process that fails to start is an error with its last lines', async () => {
  const { unit } = supervised(async (watch) => {
    const child = await startChild({
      name: 'broken',
      command: '/bin/sh',
      args: ['-c', 'echo no luck; exit 3'],
      watch,
    });
    throw new Error(`${await child.exited}: ${child.lastLines().join()}`);
  });
  await expect(unit.start()).rejects.toThrow('broken ended with code 3: no luck');
});

test('a stop ends a process that is not ready yet', async () => {
  let pid = 0;
  const { unit } = supervised(async (watch) => {
    const child = await sleeper(watch);
    pid = child.pid;
    throw new Error(await child.exited); // never ready before its end
  });
  const starting = unit.start();
  starting.catch(() => {});
  await waitUntil(() => pid !== 0, { what: 'the process', timeoutMs: 10_000 });
  await unit.stop();
  await expect(starting).rejects.toThrow('SIGTERM');
  expect(isAlive(pid)).toBe(false);
});
