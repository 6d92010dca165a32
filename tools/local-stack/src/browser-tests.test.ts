import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const PROJECT = join(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'touchline-browser-tests-'));

beforeAll(() => {
  symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'playwright.config.js'), 'export default {};');
  writeFileSync(
    join(folder, 'one.spec.js'),
    `import { expect, test } from '@playwright/test';
     test('one', () => expect(process.env.VALUE).toBe('1'));`,
  );
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the tests with a value, of which they expect 1. @returns the result and the failures */
function run(name: string, VALUE: string) {
  const scratch = join(folder, name);
  mkdirSync(scratch);
  const module = join(PROJECT, 'tools/local-stack/bin/lib/browser-tests.mjs');
  const script = `const { runBrowserTests } = await import(${JSON.stringify(module)});
    const failures = [];
    const result = await runBrowserTests(${JSON.stringify(folder)}, ${JSON.stringify(scratch)}, (title) => failures.push(title));
    console.log(JSON.stringify({ ...result, failures }));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    env: { ...process.env, VALUE },
  });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

test('the results of failed browser tests remain while other runs of the same folder start and end', () => {
  expect(run('first', '2')).toEqual({ passed: 0, failed: 1, failures: ['one'] });
  expect(run('second', '1')).toEqual({ passed: 1, failed: 0, failures: [] });
  expect(readdirSync(join(folder, 'test-results'))).toEqual(['first']);
  expect(readdirSync(join(folder, 'test-results/first'))).toContain('one-one');
});
