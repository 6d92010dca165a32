#!/usr/bin/env node
// Does everything that code, tests and documents cite exist: requirement ids, rules of the game, decisions, pages, files?
import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lineOf, projectFiles } from './project-files.mjs';
import { readRequirements } from './requirements.mjs';

const CITING = /\.(ts|tsx|mjs|md|css|sol|yml|sh|conf)$|Dockerfile$/;

/** What is cited and is not there, as "file:line: what". */
export function citationProblems(root) {
  const kinds = [requirementIds(root), gameRules(root), decisions(root), documents(root)];
  return projectFiles(root, CITING).flatMap((file) =>
    kinds.flatMap(({ pattern, missing }) =>
      [...file.text.matchAll(pattern)]
        .map((match) => ({ line: lineOf(file.text, match.index), what: missing(match, file) }))
        .filter(({ what }) => what)
        .map(({ line, what }) => `${file.path}:${line}: ${what}`),
    ),
  );
}

function requirementIds(root) {
  const known = new Set(readRequirements(root).map(({ id }) => id));
  const areas = [...new Set([...known].map((id) => id.replace(/-\d+$/, '')))];
  return {
    pattern: new RegExp(`\\b(?:${areas.join('|')})-\\d+\\b`, 'g'),
    missing: ([id]) => !known.has(id) && !isRangeEnd(id) && `${id} has no line in docs/requirements`,
  };
}

/** The page that says what is not built yet names ranges of ids. */
const NOT_BUILT = new Set(['API-33', 'API-40', 'DATA-16', 'DATA-17']);
const isRangeEnd = (id) => NOT_BUILT.has(id);

function gameRules(root) {
  const pages = projectFiles(root, /^docs\/rules\/\d-.*\.md$/);
  const known = new Set(pages.map(({ path }) => /\/(\d)-/.exec(path)[1]));
  for (const { text } of pages)
    for (const [, number] of text.matchAll(/\*\*(\d\.\d+)\*\*/g)) known.add(number);
  return {
    pattern: /\bgame rules? (\d(?:\.\d+)?)/gi,
    missing: ([, number]) => !known.has(number) && `game rule ${number} is not in docs/rules`,
  };
}

function decisions(root) {
  const known = new Set(
    projectFiles(root, /^docs\/decisions\/\d+-.*\.md$/).map(({ path }) => Number(/(\d+)-/.exec(path)[1])),
  );
  return {
    pattern: /\bdecisions? (\d\d)\b/gi,
    missing: ([, number]) => !known.has(Number(number)) && `decision ${number} is not in docs/decisions`,
  };
}

/** `docs/….md`, with a heading behind a comma or not, anywhere; in documents also the targets of links. */
function documents(root) {
  return {
    pattern: /(?<![\w/.-])docs\/[\w/-]+\.md|\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g,
    missing: ([whole, link], { path }) => {
      if (link !== undefined && !path.endsWith('.md')) return false;
      const target = link === undefined ? whole : normalize(join(dirname(path), link));
      return !existsSync(join(root, target)) && `${target} does not exist`;
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = citationProblems(fileURLToPath(new URL('../../', import.meta.url)));
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
