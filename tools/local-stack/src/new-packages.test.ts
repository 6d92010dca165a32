import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyProject } from '../bin/lib/copy-project.mjs';
import { PROJECT } from './product.ts';

/** On the file system of the installed packages, which the copy has as hard links. */
const parent = join(PROJECT, '.touchline');
mkdirSync(parent, { recursive: true });
const folder = mkdtempSync(join(parent, 'new-packages-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a program in the copy of the project. @returns its output; empty if it succeeds silently */
function run(program: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(`${status} ${status === 0 ? '' : stdout + stderr}`).toBe('0 ');
  return stdout;
}

beforeAll(() => {
  copyProject(PROJECT, folder);
  run('tools/local-stack/bin/new-remote.mjs', 'rivals');
  run('tools/local-stack/bin/new-service.mjs', 'rivals');
}, 300_000);

// npm run test:new-remote and test:new-service run them in the product.
test('a new remote and a new service compile, and the test of the page passes', () => {
  run('node_modules/@typescript/native/bin/tsc', '-b', 'mf-rivals', 'services/rivals');
  expect(run('node_modules/vitest/vitest.mjs', 'run', 'mf-rivals/')).toMatch(/Tests +.*2 passed/);
}, 300_000);

test.each(['compose.yml', 'kubernetes.yaml'])(
  'a new service gets the settings of log and traces: %s',
  (file) => {
    const text = readFileSync(join(folder, 'services/rivals/deploy', file), 'utf8');
    const settings = [...text.matchAll(/^ *(?:- name: )?((?:LOG|OTEL)_\w+)/gm)].map(([, name]) => name);
    expect(settings).toEqual(['LOG_LEVEL', 'OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_TRACES_SAMPLER_ARG']);
  },
);
