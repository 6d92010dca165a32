import { describe, expect, it } from 'vitest';
import { createThreadPerCall, createWorkerThread } from './worker-thread.ts';

interface Module {
  run(...args: number[]): number;
}

const buildModule = (script: string) => new URL(`data:text/javascript,${encodeURIComponent(script)}`);
const createThread = (script: string) => createWorkerThread<Module>({ module: buildModule(script) });

describe('worker thread', () => {
  it('returns the results of concurrent calls in their order', async () => {
    const thread = createThread('let calls = 0; export const run = (...args) => args.length * 10 + ++calls;');
    const calls = [thread.call('run'), thread.call('run', 1), thread.call('run', 1, 2)];
    expect(await Promise.all(calls)).toEqual([1, 12, 23]);
    thread.stop();
  });

  it('rejects a call with the error of the function, and continues', async () => {
    const thread = createThread(
      'export const run = async (n) => { if (n < 0) throw new RangeError("negative"); return n; }',
    );
    const calls = [thread.call('run', -1), thread.call('run', 2)];
    await expect(calls[0]).rejects.toThrow(new RangeError('negative'));
    expect(await calls[1]).toBe(2);
    thread.stop();
  });

  it('rejects arguments that cannot be copied', async () => {
    const thread = createThread('export const run = () => 1');
    await expect(thread.call('run', (() => 1) as unknown as number)).rejects.toThrow('could not be cloned');
    expect(await thread.call('run')).toBe(1);
    thread.stop();
  });

  it('moves the memory of large bytes, and copies those in the pool of Node', async () => {
    const module = buildModule(
      'export const run = (...parts) => parts.reduce((sum, part) => sum + part.at(-1), 0);',
    );
    const thread = createWorkerThread<{ run(...parts: Uint8Array[]): number }>({ module });
    const [large, pooled] = [Buffer.alloc(100_000, 3), Buffer.from([4])];
    expect(await thread.callMoving([large, large, pooled], 'run', large, large, pooled)).toBe(10);
    expect([large.length, pooled.length]).toEqual([0, 1]);
    thread.stop();
  });

  it.each([
    ['exits', 'export const run = () => process.exit(3)', 'exited with code 3'],
    [
      'throws outside of a call',
      'export const run = () => new Promise(() => setTimeout(() => { throw new Error("late"); }))',
      'late',
    ],
    ['cannot load its module', 'throw new Error("out of memory")', 'out of memory'],
  ])(
    'rejects the pending calls when it %s, and starts again for the next call',
    async (_, script, reason) => {
      const thread = createThread(script);
      const calls = [thread.call('run'), thread.call('run')];
      await Promise.all(calls.map((pending) => expect(pending).rejects.toThrow(reason)));
      await expect(thread.call('run')).rejects.toThrow(reason);
    },
  );

  it('rejects the pending calls when it is stopped', async () => {
    const thread = createThread('export const run = () => new Promise(() => {})');
    const call = thread.call('run');
    thread.stop();
    await expect(call).rejects.toThrow('worker thread exited');
  });

  it('moves the bytes of a result, wherever they are in it', async () => {
    const module = buildModule(
      'const large = () => new Uint8Array(100_000).fill(7); export const run = () => ({ all: large(), parts: [[large()], null, "a"] });',
    );
    const threads = createThreadPerCall<{ run(): { all: Uint8Array; parts: [[Uint8Array], null, string] } }>(
      module,
    );
    const { all, parts } = await threads.call('run');
    expect([all.length, all.at(-1), parts[0][0].length, parts[0][0].at(-1)]).toEqual([
      100_000, 7, 100_000, 7,
    ]);
    expect(parts.slice(1)).toEqual([null, 'a']);
  });

  it('keeps the bytes that a module still has, if it is called again', async () => {
    const module = buildModule(
      'const kept = new Uint8Array(100_000); export const run = () => (kept[0] += 1, kept);',
    );
    const thread = createWorkerThread<{ run(): Uint8Array }>({ module });
    expect([(await thread.call('run'))[0], (await thread.call('run'))[0]]).toEqual([1, 2]);
    thread.stop();
  });

  it('keeps no state between the calls of separate threads', async () => {
    const threads = createThreadPerCall<Module>(
      buildModule('let calls = 0; export const run = () => ++calls;'),
    );
    expect([await threads.call('run'), await threads.call('run')]).toEqual([1, 1]);
  });
});
