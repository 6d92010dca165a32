import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openHome } from './home.ts';

const dir = mkdtempSync(join(tmpdir(), 'touchline-test-homes-'));

afterAll(() => rmSync(dir, { recursive: true, force: true }));

test('a reset deletes the state and nothing else', () => {
  const home = openHome(join(dir, 'own'));
  home.secret('postgres');
  for (const name of ['chain', 'logs']) mkdirSync(home.path(name));
  writeFileSync(home.path('notes.txt'), 'mine');
  openHome(home.dir).reset();
  expect(['chain', 'logs', 'secrets.json', 'notes.txt'].map((name) => existsSync(home.path(name)))).toEqual([
    false,
    false,
    false,
    true,
  ]);
});

test('a folder with other contents is rejected and left untouched', () => {
  const project = join(dir, 'project');
  mkdirSync(join(project, 'chain'), { recursive: true });
  writeFileSync(join(project, 'package.json'), '{}');
  expect(() => openHome(project)).toThrow(/is not a home of Touchline \(it contains package\.json\)/);
  expect(existsSync(join(project, 'run'))).toBe(false);
});

test('a folder with an interrupted start or a running build is accepted', () => {
  const begun = join(dir, 'begun');
  for (const name of ['run', 'logs', 'nats', 'build.lock']) mkdirSync(join(begun, name), { recursive: true });
  expect(openHome(begun).dir).toBe(begun);
});
