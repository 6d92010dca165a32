import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openHome } from './home.ts';

const dir = mkdtempSync(join(tmpdir(), 'touchline-test-homes-'));

afterAll(() => rmSync(dir, { recursive: true, force: true }));

test('a reset removes the state of a home, and nothing else in it', () => {
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

test('a folder that holds other things is no home: its own `chain` stays where it is', () => {
  const project = join(dir, 'project');
  mkdirSync(join(project, 'chain'), { recursive: true });
  writeFileSync(join(project, 'package.json'), '{}');
  expect(() => openHome(project)).toThrow(/holds other things \(package\.json\): give --home a new/);
  expect(existsSync(join(project, 'run'))).toBe(false);
});

test('a folder in which a start was interrupted, or a build runs, is one', () => {
  const begun = join(dir, 'begun');
  for (const name of ['run', 'logs', 'nats', 'build.lock']) mkdirSync(join(begun, name), { recursive: true });
  expect(openHome(begun).dir).toBe(begun);
});
