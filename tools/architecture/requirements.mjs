#!/usr/bin/env node
// The pages of docs/requirements name the tests whose titles start with their ids. --write updates the pages from the titles.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { projectFiles } from './project-files.mjs';

const ROW = /^\| ([A-Z]+-\d+)\s*\| (.*?)\s*\|(.*)\|$/;
const TITLE =
  /\b(?:test|it|describe|step)(?!(?:\.\w+)*\.(?:skip|todo|fixme)\b)(?:\.\w+)*\s*(?:\([^'"`]*?\)\s*)?\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*?)\1/g;
/** The title after a table that contains quotes: `.each([['a', 1]])('VIEW-06 ...', ...)`. */
const EACH_TITLE =
  /\b(?:test|it|describe)(?!(?:\.\w+)*\.(?:skip|todo|fixme)\b)(?:\.\w+)*\.each\b[\s\S]*?\](?:\s*as const)?,?\s*\)\s*\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*?)\1\s*,/g;
const ID = /\b[A-Z]+-\d+\b/g;

/** Every requirement with its id, its page and the tests that the page names. */
export function readRequirements(root) {
  return projectFiles(root, /^docs\/requirements\/.*\.md$/).flatMap(({ path, text }) =>
    text
      .split('\n')
      .map((line) => ROW.exec(line))
      .filter(Boolean)
      .map(([, id, , tests]) => ({
        id,
        page: path,
        tests: [...tests.matchAll(/`([^`]+)`/g)].map((match) => match[1]),
      })),
  );
}

/** The test files whose titles name each id, by id. */
function testsByRequirement(root) {
  const tests = new Map();
  for (const { path, text } of projectFiles(root, /\.(test|spec)\.(ts|tsx)$/)) {
    for (const [, , title] of [...text.matchAll(TITLE), ...text.matchAll(EACH_TITLE)]) {
      for (const [id] of title.matchAll(ID)) tests.set(id, (tests.get(id) ?? new Set()).add(path));
    }
  }
  return tests;
}

/** Problems of the pages, one sentence each. */
export function requirementProblems(root) {
  const shown = testsByRequirement(root);
  return readRequirements(root).flatMap(({ id, page, tests }) => {
    if (tests.length === 0) return [`${page}: ${id} names no test`];
    return tests
      .filter((test) => !shown.get(id)?.has(test))
      .map((test) => `${page}: no title in ${test} names ${id}`);
  });
}

function writeTests(root) {
  const shown = testsByRequirement(root);
  for (const { path, text } of projectFiles(root, /^docs\/requirements\/.*\.md$/)) {
    const lines = text.split('\n').map((line) => {
      const row = ROW.exec(line);
      if (!row) return line;
      const tests = [...(shown.get(row[1]) ?? [])].sort().map((test) => `\`${test}\``);
      return `| ${row[1]} | ${row[2]} | ${tests.join(' ')} |`;
    });
    writeFileSync(join(root, path), lines.join('\n'));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  if (process.argv.includes('--write')) writeTests(root);
  const problems = requirementProblems(root);
  for (const problem of problems) console.log(problem);
  if (problems.length > 0)
    console.log('hint: run node tools/architecture/requirements.mjs --write, then write the missing tests');
  process.exitCode = problems.length > 0 ? 1 : 0;
}
