#!/usr/bin/env node
// The pages of docs/requirements name the tests whose titles start with their ids. --write updates the pages from the titles.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { projectFiles } from './project-files.mjs';

const ROW = /^\| ([A-Z]+-\d+)\s*\| (.*?)\s*\|(.*)\|$/;
/** Ids at the start of a title, of requirements or of controls: `PAY-05, PAY-08 the dialog ...`. */
const IDS = /^(?:[A-Z]+-?\d+(?:,? |$))+/;
const SKIPPED = ['skip', 'todo', 'fixme'];

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

/** The test files that show each id, by id: the title of a test, of one of its steps or of a group of tests starts with it. */
export function testsById(root) {
  const tests = new Map();
  for (const { path, text } of projectFiles(root, /\.(test|spec)\.(ts|tsx)$/)) {
    for (const id of readIds(path, text)) tests.set(id, (tests.get(id) ?? new Set()).add(path));
  }
  return tests;
}

/** Ids that the tests of a file show. */
function readIds(path, text) {
  const ids = [];
  const visit = (node, outer) => {
    const names = ts.isCallExpression(node) ? readNames(node.expression) : [];
    if (!['test', 'it', 'describe'].includes(names[0]))
      return ts.forEachChild(node, (each) => visit(each, outer));
    if (names.some((name) => SKIPPED.includes(name))) return;
    const own = (readTitle(node).match(IDS)?.[0] ?? '').split(/,? /).filter(Boolean);
    const all = [...outer, ...own];
    const isGroup = names.includes('describe');
    if (!isGroup && readTitle(node) !== '') ids.push(...all);
    ts.forEachChild(node, (each) => visit(each, isGroup ? all : []));
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest), []);
  return ids;
}

/** Names of a called function: `test`, `each` of `test.each(rows)(...)`. */
function readNames(callee) {
  if (ts.isIdentifier(callee)) return [callee.text];
  if (ts.isPropertyAccessExpression(callee)) return [...readNames(callee.expression), callee.name.text];
  if (ts.isCallExpression(callee)) return readNames(callee.expression);
  return [];
}

/** The title of a test, a step or a group, up to its first parameter; empty for other calls. */
function readTitle({ arguments: [title] }) {
  if (title === undefined) return '';
  if (ts.isStringLiteralLike(title)) return title.text;
  return ts.isTemplateExpression(title) ? title.head.text : '';
}

/** Problems of the pages, one sentence each. */
export function requirementProblems(root) {
  const shown = testsById(root);
  return readRequirements(root).flatMap(({ id, page, tests }) => {
    if (tests.length === 0) return [`${page}: ${id} names no test`];
    return tests
      .filter((test) => !shown.get(id)?.has(test))
      .map((test) => `${page}: no title in ${test} starts with ${id}`);
  });
}

function writeTests(root) {
  const shown = testsById(root);
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
