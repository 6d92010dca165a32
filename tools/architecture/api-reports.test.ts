import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildReport, reportProblems } from './api-reports.mjs';

let project: string;
const FOLDER = 'packages/kit';
const REPORT = `${FOLDER}/api-report.md`;
const CHANGELOG = `${FOLDER}/CHANGELOG.md`;

const git = (...args: string[]) => execFileSync('git', args, { cwd: project });
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), text);
};
const commit = () => {
  git('add', '.');
  git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'kit: change it');
};
const declare = (text: string) => write(`${FOLDER}/dist/index.d.ts`, text);
const updateReport = () => write(REPORT, buildReport(project, FOLDER));
const problems = () => reportProblems(project, FOLDER);

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'touchline-reports-'));
  git('init', '-q');
  const exports = {
    './package.json': './package.json',
    './index': { source: './src/index.ts', types: './dist/index.d.ts' },
    './style.module.css': './src/style.module.css',
  };
  write(`${FOLDER}/package.json`, JSON.stringify({ name: '@a/kit', version: '1.0.0', exports }));
  write(`${FOLDER}/src/style.module.css`, '.row:hover, .cell { color: red }\n');
  declare(
    "import type { Part } from './part.ts';\n/** Adds. */\nexport declare function add(part: Part): void;\n",
  );
  write(`${FOLDER}/dist/part.d.ts`, 'export interface Part {\n    a: number;\n}\n');
  write(CHANGELOG, '# Changelog\n\n## [1.0.0]\n');
  updateReport();
  commit();
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

describe('API reports', () => {
  test('a report lists every entry point, and the modules that its declarations use, without comments', () => {
    const report = readFileSync(join(project, REPORT), 'utf8');
    expect(report).toContain('# API report of @a/kit 1.0.0');
    expect(report).toContain(
      '## @a/kit/index\n\n```ts\nimport type { Part } from "./part.ts";\nexport declare',
    );
    expect(report).toContain('## @a/kit/style.module.css\n\nClasses: cell, row');
    expect(report).toContain('## Internal: dist/part.d.ts\n\n```ts\nexport interface Part {\n a: number;\n}');
    expect(report).not.toContain('Adds.');
    expect(problems()).toEqual([]);
  });

  test('a changed declaration, also of an internal module, fails with the commands that update it', () => {
    write(`${FOLDER}/dist/part.d.ts`, 'export interface Part {\n    a: string;\n}\n');
    expect(problems()).toEqual([
      expect.stringMatching(
        /differs from the code: raise "version".*CHANGELOG\.md.*api-reports\.mjs --write/,
      ),
    ]);
  });

  test('a changed comment does not change the report', () => {
    declare(
      "import type { Part } from './part.ts';\n/** Adds a part. */\nexport declare function add(part: Part): void;\n",
    );
    expect(problems()).toEqual([]);
  });

  test.each([
    ['before', () => {}],
    ['after', commit],
  ])('a report that changed without its changelog fails %s the commit', (_, save) => {
    declare('export declare function remove(): void;\n');
    updateReport();
    save();
    expect(problems()).toEqual([expect.stringContaining(`${REPORT} changed without ${CHANGELOG}`)]);
    write(CHANGELOG, '# Changelog\n\n## [1.0.0]\n\n- `remove` instead of `add`.\n');
    save();
    expect(problems()).toEqual([]);
  });

  test('a version without a section in the changelog fails', () => {
    write(CHANGELOG, '# Changelog\n\n## [0.9.0]\n');
    expect(problems()).toEqual([`${CHANGELOG} has no section for 1.0.0`]);
  });
});
