import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { testsById } from './requirements.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const IN_BROWSERS = [
  'shell',
  'mf-*',
  'packages/ui',
  'packages/host',
  'tools/demo-wallet',
  'gateway/src/docs',
];
/** Ways to turn text into HTML or code. */
const INTERPRETED =
  /dangerouslySetInnerHTML|\b(inner|outer)HTML\b|insertAdjacentHTML|document\.write|\beval\(|new Function\(/;

it('A25 browser code never turns a text, such as the name of a team, into HTML or code', () => {
  const folders = IN_BROWSERS.map((folder) => `${folder}/**/*.ts*`);
  const { stdout } = spawnSync('git', ['ls-files', '--', ...folders], { cwd: root, encoding: 'utf8' });
  const files = stdout.split('\n').filter((file) => file !== '' && !file.includes('.test.'));
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => INTERPRETED.test(readFileSync(root + file, 'utf8')))).toEqual([]);
});

it('the table of controls names existing files and, for each of the 29 controls, a test whose title starts with its id', () => {
  const rows = readFileSync(`${root}docs/security/controls.md`, 'utf8')
    .split('\n')
    .filter((line) => /^\| A\d/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  expect(rows.map(([, id]) => id)).toEqual(Array.from({ length: 29 }, (_, index) => `A${index + 1}`));
  const shown = testsById(root);
  for (const [, id = '', , where = '', tests = ''] of rows) {
    const named = [...`${where} ${tests}`.matchAll(/`([^`]+)`/g)].map(([, path]) => path!);
    expect([id, named.filter((path) => !existsSync(root + path))]).toEqual([id, []]);
    expect([id, named.some((path) => shown.get(id)?.has(path))]).toEqual([id, true]);
  }
});
