#!/usr/bin/env node
// Words and sentence openings that this project does not use, in comments, code, documents, configuration, dashboards and commit
// subjects. The table names the usual term for each.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { lineOf, projectFiles } from './project-files.mjs';

const TEXT =
  /\.(ts|tsx|mjs|md|css|html|ya?ml|sh|sol|conf|json)$|(^|\/)(Caddyfile|Dockerfile|\.env\.example)$/;
/** Generated files, recorded data and this table. */
const EXCLUDED =
  /package-lock\.json$|(^|\/)(demo-season|openapi\.json|api-report\.md)|^shell\/compatibility\/versions\/|^tools\/architecture\/(prose|documents\.test)\.|^contracts\/src\/(abi|bytecode)\.ts$/;

/** Words to avoid, anywhere, and their replacement. */
const WORDS = [
  [/\bwhoever\b/i, 'name the role: "a client that ...", "the caller"'],
  [/\bwhom\b/i, 'rephrase the sentence'],
  [/\banew\b/i, '"again"'],
  [/\bfor ever\b/i, '"forever", or say until when'],
  [/\ball the same\b/i, '"anyway", "still"'],
  [/\bby itself\b/i, '"automatically", or name the component'],
  [/\bmeanwhile\b/i, '"until then", "in between"'],
  [/\b(is|are|be|was|were) told\b(?! apart)/i, '"is notified", "receives", or name the message'],
  [/\bword of it\b/i, '"its event"'],
  [/\bline-ups?\b/i, '"lineup"'],
  [/OnTheWire|OnTheBus/, '"toWire...", "...Message"'],
  [/\blaws? of\b|\bthe house\b/i, '"architecture rules"'],
  [/\bthe composition\b/i, '"the Compose stack"'],
  [/\bknobs?\b/i, '"setting"'],
  [/\bnewcomers?\b/i, '"new entry"'],
  [/\b(goes|go|went) on\b(?! (to|a|the|top|pitch|holiday)\b)/i, '"continues", "keeps running"'],
  [/\bof (before|today)\b/i, '"previous", "current"'],
  [/\bat once\b/i, '"immediately" or "concurrently"'],
  [/\bof (its|their|our|his|her) own\b(?! \w)/i, '"its own X", "a separate X"'],
  [/\b(is|are) away\b/i, '"is unavailable", "is down"'],
  [/\bbelongs? into\b/i, '"belongs in"'],
  [/\bhowever many\b|\bhowMany\b/i, '"any number of", `count`'],
  [/\bof a processor\b/i, '"of CPU time"'],
  [/(?<![\w-])\d[\d,]* a second\b/i, '"N/s"'],
  [/\bwhyNot[A-Z]\w*/, 'a noun: "joinRejection"'],
  [/\b(some|no)body[A-Z]\w*/, 'name the condition: "hasEntries"'],
  [/\b(some|every)body\b|\bnobody [a-z]+s\b/i, 'name the actor: "client", "user", "admin"'],
  [/\bjudg(e|ing)|\bverdicts?\b/i, '"validate", "classify", "result"'],
  [/(?<!connection )\brefus(e[sd]?|ing|als?)\b|Refus(e|al)/, '"reject", "deny", "decline", "rejection"'],
  [/(?<!-)\bcrowds?\b/i, '"demo teams", "concurrent users"'],
  [/\bboard\b/i, '"dashboard", "leaderboard"'],
  [/\bwhatever\b/i, '"any", "regardless of"'],
  [/\b(scenes?|curtains?|doors?|witness(es)?|campaigns?|dues|hear[ds]?)\b/i, 'the usual technical term'],
  [/(?<![\w-])lean\b/i, '"compact"'],
  [/\bMOST_[A-Z]/, '"MAX_"'],
];

/** Openings of comments that name nothing. */
const OPENINGS = /(?:\/\*\*?|(?<![:'"`\\])\/\/)\s*(What|Who|Whose)\b/g;
/** Openings of test titles that depend on a describe block. A title is reported and searched alone. */
const VERBS =
  'is|are|was|were|may|must|has|does|can|cannot|accepts?|asks|contains|describes|explains|finds|keeps?|recovers|rejects?|replaces|responds|returns|sends|shows|states|throws|treats';
const TITLES = new RegExp(
  `(?:\\b(?:it|test)(?:\\.\\w+)*|\\))\\(\\s*['"\`](?:[A-Z]+-?\\d+,? )*(?:of|that|to|${VERBS})\\b`,
);
const TEST = /\.(test|spec)\.tsx?$/;
const CODE = /\.(ts|tsx|mjs|css)$/;

/** The commit subjects since this commit follow the rule. */
const FIRST_COMMIT = 'api: name NATS messages requests and replies';
const SUBJECT = /^[a-z0-9@/_.-]+(\([^)]*\))?: [a-z]/;
const MAX_SUBJECT = 72;
/** Verb forms that are not imperative. */
const NOT_IMPERATIVE = /^[^:]+: (\w+(?<!ss)(?<!us)(?<!is)s|\w+ed|\w+ing|the|a|an|no|what|who|each|every)\b/;
const IMPERATIVES_LIKE_THAT =
  /^[^:]+: (bring|focus|process|pass|address|access|press|compress|embed|need|feed|speed|shed|string)\b/;

/** Every hit in a file as "file:line: word (replacement)". */
export function proseProblems(root) {
  return projectFiles(root, TEXT)
    .filter(({ path }) => !EXCLUDED.test(path))
    .flatMap(({ path, text }) => [
      ...WORDS.flatMap(([word, instead]) => findAll(path, text, word, instead)),
      ...(CODE.test(path) ? findAll(path, text, OPENINGS, 'start with a noun or a verb') : []),
      ...(TEST.test(path) ? findAll(path, text, TITLES, 'name the subject') : []),
    ]);
}

function findAll(path, text, pattern, instead) {
  const global = new RegExp(pattern.source, `${pattern.flags.replace('g', '')}g`);
  return [...text.matchAll(global)].map(
    (hit) => `${path}:${lineOf(text, hit.index)}: "${hit[0]}" (${instead})`,
  );
}

/** A commit subject that is not "area: imperative" within 72 characters, with the reason. */
export function subjectProblem(subject) {
  if (subject.length > MAX_SUBJECT) return `${subject.length} characters, at most ${MAX_SUBJECT}`;
  if (!SUBJECT.test(subject)) return 'write "area: imperative", lower case';
  if (NOT_IMPERATIVE.test(subject) && !IMPERATIVES_LIKE_THAT.test(subject)) return 'use the imperative';
  return null;
}

/** Wrong subjects since the rule was introduced. A clone without history has none to check. */
function commitProblems(root) {
  const log = (...args) => execFileSync('git', ['log', ...args], { cwd: root, encoding: 'utf8' }).trim();
  const first = log('-1', '--format=%H', '--fixed-strings', `--grep=${FIRST_COMMIT}`);
  if (!first) return [];
  return log('--no-merges', '--format=%h %s', `${first}..HEAD`)
    .split('\n')
    .filter(Boolean)
    .flatMap((line) => {
      const [hash] = line.split(' ', 1);
      const subject = line.slice(hash.length + 1);
      const problem = subjectProblem(subject);
      return problem ? [`commit ${hash}: "${subject}" (${problem})`] : [];
    });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const problems = [...proseProblems(root), ...commitProblems(root)];
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
