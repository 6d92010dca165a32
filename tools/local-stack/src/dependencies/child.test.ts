import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { isAlive } from '../../bin/lib/process-identity.mjs';
import { startChild, whenReady } from './child.ts';
import { waitUntil } from './wait.ts';

const WITH_GRANDCHILD = 'sleep 1000 & echo $!; wait';

test('stopping a child ends its children too', async () => {
  const child = await startChild({ name: 'family', command: '/bin/sh', args: ['-c', WITH_GRANDCHILD] });
  const grandchild = Number(
    await waitUntil(() => child.lastLines()[0], { what: 'the grandchild', timeoutMs: 10_000 }),
  );
  await child.stop();
  await waitUntil(() => !isAlive(grandchild), { what: 'the end of the grandchild', timeoutMs: 10_000 });
  expect(isAlive(child.pid)).toBe(false);
});

test('a process that ignores SIGTERM is killed after the grace period', async () => {
  const script = 'trap "" TERM; echo ready; while :; do sleep 0.1; done';
  const child = await startChild({ name: 'stubborn', command: '/bin/sh', args: ['-c', script] });
  await waitUntil(() => child.lastLines()[0], { what: 'its first line', timeoutMs: 10_000 });
  await child.stop(200);
  expect(await child.exited).toBe('stubborn ended by SIGKILL');
});

test('a missing program is an error with its name', async () => {
  await expect(startChild({ name: 'ghost', command: '/no/such/program', args: [] })).rejects.toThrow(/ghost/);
});

test('a process that is not ready in time is stopped', async () => {
  const child = await startChild({
    name: 'late',
    command: '/bin/sh',
    args: ['-c', 'echo still waiting; sleep 1000'],
  });
  await waitUntil(() => child.lastLines()[0], { what: 'its first line', timeoutMs: 10_000 });
  const ready = whenReady(child, () => false, { what: 'it to be ready', timeoutMs: 500 });
  await expect(ready).rejects.toThrow(/waited 0.5 s for it to be ready; its last lines:\nstill waiting/);
  expect(isAlive(child.pid)).toBe(false);
});

test('an error that ends a process is reported without its stack', async () => {
  const script = "throw new Error('Invalid environment:\\n  PORT: is missing')";
  const child = await startChild({ name: 'broken', command: process.execPath, args: ['-e', script] });
  const ready = whenReady(child, () => false, { what: 'it to be ready', timeoutMs: 60_000 });
  await expect(ready).rejects.toThrow(
    /^broken ended with code 1:\nError: Invalid environment:\n {2}PORT: is missing$/,
  );
});

test('a child whose onStart throws ends with its parent', async () => {
  const module = JSON.stringify(new URL('../../dist/dependencies/child.js', import.meta.url).href);
  const script = `import(${module}).then(({ startChild }) => startChild({
    name: 'orphan',
    command: '/bin/sh',
    args: ['-c', ${JSON.stringify(WITH_GRANDCHILD)}],
    watch: { onStart: (pid) => { console.log(pid); throw new Error('no space left'); } },
  }))`;
  const parent = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [text] = (await once(parent.stdout, 'data')) as [Buffer];
  await waitUntil(() => !isAlive(Number(text)), { what: 'the end of the orphan', timeoutMs: 10_000 });
});

test('children end when their parent is killed with -9', async () => {
  const module = JSON.stringify(new URL('../../dist/dependencies/child.js', import.meta.url).href);
  const script = `import(${module}).then(async ({ startChild }) => {
    const child = await startChild({ name: 'orphan', command: '/bin/sh', args: ['-c', ${JSON.stringify(WITH_GRANDCHILD)}] });
    const wait = setInterval(() => child.lastLines()[0] && console.log(child.pid, child.lastLines()[0]), 20);
  })`;
  const parent = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [text] = (await once(parent.stdout, 'data')) as [Buffer];
  const pids = text.toString().split('\n')[0]?.split(' ').map(Number) as number[];
  expect(pids.map(isAlive)).toEqual([true, true]);
  parent.kill('SIGKILL');
  await waitUntil(() => !pids.some(isAlive), { what: 'the end of the orphans', timeoutMs: 10_000 });
});
