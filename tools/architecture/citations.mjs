#!/usr/bin/env node
// Everything that code, tests and documents cite exists: requirement ids, rules of the game, decisions, pages, files.
import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lineOf, projectFiles } from './project-files.mjs';
import { readRequirements } from './requirements.mjs';

const CITING = /(?<!api-report)\.(ts|tsx|mjs|md|css|sol|yml|sh|conf)$|Dockerfile$/;

/** Citations of missing things, as "file:line: description". */
export function citationProblems(root) {
  const kinds = [requirementIds(root), gameRules(root), decisions(root), documents(root), paths(root)];
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
    missing: ([id]) => !known.has(id) && `${id} has no row in docs/requirements`,
  };
}

function gameRules(root) {
  const pages = projectFiles(root, /^docs\/rules\/\d+-.*\.md$/);
  const known = new Set(pages.map(({ path }) => /\/(\d+)-/.exec(path)[1]));
  for (const { text } of pages)
    for (const [, number] of text.matchAll(/\*\*(\d+\.\d+)\*\*/g)) known.add(number);
  return {
    pattern: /\bgame rules? (\d+(?:\.\d+)?)/gi,
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

/** `docs/….md` anywhere, and the targets of links in documents. */
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

/** Paths of files and folders in backticks, in documents. Builds and patterns do not count. */
function paths(root) {
  return {
    pattern: /`((?:shell|mf-[a-z-]+|gateway|services|packages|contracts|tools|e2e|deploy)\/[\w./-]+)`/g,
    missing: ([, path], file) =>
      file.path.endsWith('.md') &&
      file.path !== 'CHANGELOG.md' &&
      !/\/(dist|node_modules|NAME)\b|\.{3}/.test(path) &&
      !existsSync(join(root, path)) &&
      `${path} does not exist`,
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = citationProblems(fileURLToPath(new URL('../../', import.meta.url)));
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
