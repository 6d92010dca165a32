import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openRootState } from './root-state.ts';

const dir = mkdtempSync(join(tmpdir(), 'touchline-test-root-'));

afterAll(() => rmSync(dir, { recursive: true, force: true }));

test('the folder of a home that is gone is removed, that of a living one stays', () => {
  const [alive, gone] = ['alive', 'gone'].map((id) => {
    const home = join(dir, `home-${id}`);
    mkdirSync(home);
    writeFileSync(join(home, 'secrets.json'), JSON.stringify({ id }));
    const folder = openRootState(join(dir, 'state')).folder(id, home);
    mkdirSync(folder);
    return folder;
  }) as [string, string];
  rmSync(join(dir, 'home-gone'), { recursive: true });
  openRootState(join(dir, 'state'));
  expect([existsSync(alive), existsSync(gone)]).toEqual([true, false]);
});
