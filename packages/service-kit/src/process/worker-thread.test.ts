import { describe, expect, it } from 'vitest';
import { createThreadPerCall, createWorkerThread } from './worker-thread.ts';

interface Module {
  run(...args: number[]): number;
}

const buildModule = (script: string) => new URL(`data:text/javascript,${encodeURIComponent(script)}`);
const createThread = (script: string) => createWorkerThread<Module>({ module: buildModule(script) });

describe('worker thread', () => {
  it('a worker thread returns the results of concurrent calls in their order', async () => {
    const thread = createThread('let calls = 0; export const run = (...args) => args.length * 10 + ++calls;');
    const calls = [thread.call('run'), thread.call('run', 1), thread.call('run', 1, 2)];
    expect(await Promise.all(calls)).toEqual([1, 12, 23]);
    thread.stop();
  });

  it('a worker thread rejects a call with the error of the function, and continues', async () => {
    const thread = createThread(
      'export const run = async (n) => { if (n < 0) throw new RangeError("negative"); return n; }',
    );
    const calls = [thread.call('run', -1), thread.call('run', 2)];
    await expect(calls[0]).rejects.toThrow(new RangeError('negative'));
    expect(await calls[1]).toBe(2);
    thread.stop();
  });

  it('a worker thread rejects arguments that cannot be copied', async () => {
    const thread = createThread('export const run = () => 1');
    await expect(thread.call('run', (() => 1) as unknown as number)).rejects.toThrow('could not be cloned');
    expect(await thread.call('run')).toBe(1);
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
    'a worker thread rejects the pending calls when it %s, and starts again for the next call',
    async (_, script, reason) => {
      const thread = createThread(script);
      const calls = [thread.call('run'), thread.call('run')];
      await Promise.all(calls.map((pending) => expect(pending).rejects.toThrow(reason)));
      await expect(thread.call('run')).rejects.toThrow(reason);
    },
  );

  it('a worker thread rejects the pending calls when it is stopped', async () => {
    const thread = createThread('export const run = () => new Promise(() => {})');
    const call = thread.call('run');
    thread.stop();
    await expect(call).rejects.toThrow('worker thread exited');
  });

  it('a worker thread keeps no state between the calls of separate threads', async () => {
    const threads = createThreadPerCall<Module>(
      buildModule('let calls = 0; export const run = () => ++calls;'),
    );
    expect([await threads.call('run'), await threads.call('run')]).toEqual([1, 1]);
  });
});
