import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { storeFiles } from './released-files.ts';

test('files that cannot be stored leave nothing behind', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'released-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const files = new Map([
    ['a', Buffer.from('a file')],
    ['a/b', Buffer.from('a file in a file')],
  ]);
  await expect(storeFiles(folder, 'mf-odd', '1.0.0', files)).rejects.toMatchObject({ code: 'EEXIST' });
  expect(await readdir(join(folder, 'mf-odd'))).toEqual([]);
});
