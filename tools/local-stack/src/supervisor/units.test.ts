import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isAlive } from '../../bin/lib/process-identity.mjs';
import { startChild } from '../dependencies/child.ts';
import { openHome } from './home.ts';
import { takeHome } from './record.ts';
import { openUnits } from './units.ts';

test('a unit starts and restarts while the record of processes cannot be written', async () => {
  const home = openHome(mkdtempSync(join(tmpdir(), 'touchline-test-units-')));
  const logged: string[] = [];
  const say = (text: string) => void logged.push(text);
  const record = await takeHome(home, say);
  rmSync(home.path('run'), { recursive: true });
  writeFileSync(home.path('run'), 'no folder');
  const unit = openUnits({ home, record, say, signal: undefined }).supervise('sleeper', (watch) =>
    startChild({ name: 'sleeper', command: '/bin/sh', args: ['-c', 'exec sleep 1000'], watch }),
  );
  try {
    await unit.start();
    const first = unit.child;
    first?.signal('SIGKILL');
    await first?.exited;
    await unit.ready();
    expect(unit.child?.pid).not.toBe(first?.pid);
    expect(isAlive(unit.child?.pid ?? 0)).toBe(true);
    expect(logged).toContainEqual(expect.stringMatching(/^process record not written: /));
  } finally {
    await unit.stop();
    rmSync(home.dir, { recursive: true });
  }
});
