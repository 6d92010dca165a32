import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openRootState } from './root-state.ts';

const dir = mkdtempSync(join(tmpdir(), 'touchline-test-root-'));

afterAll(() => rmSync(dir, { recursive: true, force: true }));

const state = join(dir, 'state');

function makeHome(name: string, id = name): string {
  const home = join(dir, `home-${name}`);
  mkdirSync(home);
  writeFileSync(join(home, 'secrets.json'), JSON.stringify({ id }));
  return home;
}

function folderOf(id: string, home: string): string {
  const folder = openRootState(state).folder(id, home);
  mkdirSync(folder, { recursive: true });
  return folder;
}

test('folders of missing homes are deleted, others stay', () => {
  const [alive, gone] = ['alive', 'gone'].map((id) => folderOf(id, makeHome(id))) as [string, string];
  rmSync(join(dir, 'home-gone'), { recursive: true });
  folderOf('next', makeHome('next'));
  expect([existsSync(alive), existsSync(gone)]).toEqual([true, false]);
});

test('a moved home keeps its folder', () => {
  const before = makeHome('before', 'moving');
  const folder = folderOf('moving', before);
  writeFileSync(join(folder, 'PG_VERSION'), '18');
  const after = join(dir, 'home-after');
  renameSync(before, after);
  expect(folderOf('moving', after)).toBe(folder);
  expect(existsSync(join(folder, 'PG_VERSION'))).toBe(true);
});

test('folders without a note are deleted, temporary folders of a running initdb stay', () => {
  const home = makeHome('working');
  const folder = folderOf('working', home);
  const [left, made] = [join(state, 'postgres-data-nobody.new'), `${folder}.initdb-x`];
  for (const path of [left, made]) mkdirSync(path);
  mkdirSync(join(state, 'touchline-test-postgres-x'));
  folderOf('next', join(dir, 'home-next'));
  const stay = [left, made, folder, join(state, 'touchline-test-postgres-x')].map((path) => existsSync(path));
  expect(stay).toEqual([false, true, true, true]);
});

test('a copied home is rejected, and its reset keeps the folder of the original', () => {
  const original = makeHome('original');
  const folder = folderOf('original', original);
  const copy = join(dir, 'home-copy');
  cpSync(original, copy, { recursive: true });
  expect(() => folderOf('original', copy)).toThrow(`${copy} is a copy of ${original}`);
  openRootState(state).remove('original', copy);
  expect(existsSync(folder)).toBe(true);
  const link = join(dir, 'link-to-original');
  symlinkSync(original, link);
  expect(folderOf('original', link)).toBe(folder);
  openRootState(state).remove('original', original);
  expect(existsSync(folder)).toBe(false);
});

test('a copy keeps the folder when the original is deleted', () => {
  const original = makeHome('deleted');
  const folder = folderOf('deleted', original);
  const copy = join(dir, 'home-kept');
  cpSync(original, copy, { recursive: true });
  rmSync(original, { recursive: true });
  expect(folderOf('deleted', copy)).toBe(folder);
});
