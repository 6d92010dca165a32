import { describe, expect, it } from 'vitest';
import { createStandingsEngine } from './engine.ts';
import { buildMoment } from './testing/one-match.ts';
import { createThread } from './thread.ts';

describe('worker thread', () => {
  it.each([
    ['exits', 'process.exit(3)', 'exited with code 3'],
    ['throws', "throw new Error('out of memory')", 'out of memory'],
  ])('rejects the pending tasks when it %s, and starts again for the next task', async (_, last, reason) => {
    const script = `import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => { ${last} })`;
    const engine = createStandingsEngine(
      createThread(new URL(`data:text/javascript,${encodeURIComponent(script)}`)),
    );
    const compute = () => engine.create().compute(buildMoment());
    await Promise.all([compute(), compute()].map((pending) => expect(pending).rejects.toThrow(reason)));
    await expect(compute()).rejects.toThrow(reason);
  });
});
