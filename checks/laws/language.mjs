#!/usr/bin/env node
// Words that this project does not use, in code, tests and documents: turns that no English-speaking engineer would write, and
// private words for what the glossary has a word for.
import { fileURLToPath } from 'node:url';
import { lineOf, projectFiles } from './project-files.mjs';

const TEXT = /\.(ts|tsx|mjs|md|css|html|yml|sh|sol)$/;

/** What not to write, and what to write instead. */
const WORDS = [
  [/\bwhoever\b/i, 'name the role: "a client that ...", "the caller"'],
  [/\bwhom\b/i, 'turn the sentence round'],
  [/\banew\b/i, '"again"'],
  [/\bfor ever\b/i, '"forever", or say until when'],
  [/\ball the same\b/i, '"anyway", "still"'],
  [/\bby itself\b/i, '"automatically", or name what does it'],
  [/\bmeanwhile\b/i, '"until then", "in between"'],
  [/\b(is|are|be|was|were) told\b(?! apart)/i, '"is notified", "receives", or name the message'],
  [/\bword of it\b/i, '"its event"'],
  [/\bline-ups?\b/i, '"lineup"'],
  [/OnTheWire|OnTheBus/, '"toWire...", "...Message"'],
];

/** Every hit as "file:line: word (what to write instead)". */
export function languageProblems(root) {
  return projectFiles(root, TEXT)
    .filter(({ path }) => path !== 'checks/laws/language.mjs')
    .flatMap(({ path, text }) =>
      WORDS.flatMap(([word, instead]) =>
        [...text.matchAll(new RegExp(word.source, `${word.flags}g`))].map(
          (hit) => `${path}:${lineOf(text, hit.index)}: "${hit[0]}" (${instead})`,
        ),
      ),
    );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = languageProblems(fileURLToPath(new URL('../../', import.meta.url)));
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
