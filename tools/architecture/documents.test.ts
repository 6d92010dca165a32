import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { citationProblems } from './citations.mjs';
import { proseProblems, subjectProblem } from './prose.mjs';
import { readmeProblems } from './readmes.mjs';
import { requirementProblems } from './requirements.mjs';

let project: string;

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'touchline-documents-'));
  execFileSync('git', ['init', '-q'], { cwd: project });
  write('docs/requirements/builder.md', `| id | what | shown by |\n${row('BUILD', 31, 'a.test.ts')}\n`);
  write('a.test.ts', `it('${id('BUILD', 31)} a third player is rejected', () => {});\n`);
  write('docs/rules/1-squad.md', '- **1.3** At most two players of a club.\n');
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

function write(path: string, text: string) {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), text);
}

// Put together here, because the checks read this file too.
const id = (area: string, number: number) => `${area}-${number}`;
const rule = (number: string) => `game ${'rule'} ${number}`;
const row = (area: string, number: number, test: string) =>
  `| ${id(area, number)} | Two of a club. | \`${test}\` |`;

describe('requirements', () => {
  it('the check of requirements accepts a row whose test names its id', () => {
    const title = `'${id('BUILD', 31)} a third player is rejected'`;
    for (const test of [
      `it(${title}, () => {})`,
      `it.each([['a(', 1]])(${title}, () => {})`,
      `describe(${title}, () => { it('of a club', () => {}) })`,
      `test('a team', async () => { await test.step(${title}, async () => {}) })`,
    ]) {
      write('a.test.ts', `${test};\n`);
      expect(requirementProblems(project)).toEqual([]);
    }
  });

  it('the check of requirements finds a row without a test', () => {
    write('docs/requirements/builder.md', `| ${id('BUILD', 31)} | Two of a club. | |\n`);
    expect(requirementProblems(project)).toEqual([
      `docs/requirements/builder.md: ${id('BUILD', 31)} names no test`,
    ]);
  });

  it('the check of requirements finds a row whose test no longer names it', () => {
    for (const test of [
      "it('a third player is rejected'",
      // Strings that the check reads: a skipped test must not count as the test of a requirement. Nothing is skipped here.
      `it.todo('${id('BUILD', 31)} a third player is rejected'`,
      `test.describe.skip('${id('BUILD', 31)} a third player is rejected'`,
      `it.skip.each(['a'])('${id('BUILD', 31)} a third player is rejected'`,
      `describe('${id('BUILD', 31)} a third player is rejected'`,
      `it('a third player is rejected, see ${id('BUILD', 31)}'`,
    ]) {
      write('a.test.ts', `${test}, () => {});\n`);
      expect(requirementProblems(project)[0]).toContain(
        `no title in a.test.ts starts with ${id('BUILD', 31)}`,
      );
    }
  });
});

describe('READMEs', () => {
  beforeEach(() => {
    write('package.json', JSON.stringify({ workspaces: ['services/*'] }));
    write('services/games/package.json', JSON.stringify({ layers: [['app'], ['teams', 'testing']] }));
    write('services/games/src/app.ts', '');
    write('services/games/src/teams/team.ts', '');
    write('services/games/src/testing/fake.ts', '');
  });
  const writeModules = (...names: string[]) =>
    write(
      'services/games/README.md',
      ['| module | contents |', '| --- | --- |', ...names.map((name) => `| \`${name}\` | some |`), ''].join(
        '\n',
      ),
    );

  it('a README may list folders and files of its package, and may omit those that every package has', () => {
    writeModules('app', 'teams');
    expect(readmeProblems(project)).toEqual([]);
  });

  it('a README that omits a folder, or lists a module that does not exist, is reported', () => {
    writeModules('scoring');
    expect(readmeProblems(project)).toEqual([
      'services/games/README.md: does not name services/games/src/teams',
      'services/games/README.md: names scoring, which is not in services/games/src',
    ]);
  });

  it('a README that states the order of layers lists the highest first', () => {
    writeModules('teams', 'app');
    expect(readmeProblems(project)).toEqual([]);
    appendFileSync(join(project, 'services/games/README.md'), '\nHighest layer first.\n');
    expect(readmeProblems(project)).toEqual(['services/games/README.md: lists app below a lower layer']);
  });
});

describe('citations', () => {
  it('the check of citations accepts what exists', () => {
    write('a.ts', `/** ${id('BUILD', 31)}, ${rule('1.3')}, ${rule('1')}, docs/rules/1-squad.md */\n`);
    expect(citationProblems(project)).toEqual([]);
  });

  it.each([
    ['a requirement without a row', id('BUILD', 99), 'has no row in docs/requirements'],
    ['a rule that no page has', rule('1.9'), 'is not in docs/rules'],
    ['a decision that does not exist', `${'decision'} 77`, 'is not in docs/decisions'],
    ['a page that does not exist', `docs/${'nowhere'}.md`, 'does not exist'],
  ])('the check of citations finds %s, with file and line', (_, cited, problem) => {
    write('a.ts', `const a = 1;\n/** ${cited} */\n`);
    const [found, ...more] = citationProblems(project);
    expect(found).toMatch(/^a\.ts:2: /);
    expect(found).toContain(problem);
    expect(more).toEqual([]);
  });

  it('the check of citations reads page and rule numbers of two digits', () => {
    write('docs/rules/10-sealed-lineups.md', '- **10.1** Lineups are sealed.\n');
    write('a.ts', `/** ${rule('10')}, ${rule('10.1')}, ${rule('10.99')}, ${rule('19')} */\n`);
    expect(citationProblems(project)).toEqual([
      `a.ts:1: ${rule('10.99')} is not in docs/rules`,
      `a.ts:1: ${rule('19')} is not in docs/rules`,
    ]);
  });

  it('the check of citations finds a path in a document that no file has', () => {
    write('tools/known.ts', '');
    write('page.md', 'See `tools/known.ts`, `tools/dist/built.js` and `tools/unknown.ts`.\n');
    expect(citationProblems(project)).toEqual(['page.md:1: tools/unknown.ts does not exist']);
  });

  it('the check of citations finds a broken link in a document', () => {
    write(`${'docs'}/page.md`, 'See [the other](other.md).\n');
    expect(citationProblems(project)).toEqual([`${'docs'}/page.md:1: ${'docs'}/other.md does not exist`]);
  });
});

describe('prose', () => {
  it.each([
    `${'a'}new`,
    `line${'-'}up`,
    `is ${'told'}`,
    `at ${'once'}`,
    `the ${'house'}`,
    `goes ${'on'}`,
    `of ${'its own'}`,
    `200 a ${'second'}`,
    `${'judge'}Funding`,
    `find${'Refusal'}`,
    `${'refuses'} a player`,
    `${'board'}.goto()`,
    `a ${'crowd'}`,
    `${'whatever'} others get`,
    `${'nobody'} joins`,
    `every${'body'}`,
  ])('the check of prose finds "%s" in code, documents and configuration', (word) => {
    for (const name of ['a.ts', 'page.md', 'alerts.yaml', 'Caddyfile', 'deploy/nats.conf', '.env.example'])
      write(name, `# It ${word}.\n`);
    expect(proseProblems(project)).toHaveLength(6);
  });

  it.each(['What', 'Who', 'Whose'])('the check of prose finds a comment that opens with %s', (word) => {
    write('a.ts', `/** ${word} joins. */\n// ${word} joins.\n`);
    write('page.md', `${word} joins?\n`);
    expect(proseProblems(project)).toHaveLength(2);
  });

  it.each(['is', 'are', 'of', 'that', 'was', 'may', 'to', 'has', 'cannot', 'throws', 'accept', 'returns'])(
    'the check of prose finds a title of a test that opens with "%s" and names no subject',
    (word) => {
      const titles = [`it('${word} saved'`, `test.step("${word} saved"`, `it.each([1])('P8 ${word} saved'`];
      write('a.test.ts', titles.map((title) => `${title}, () => {});\n`).join(''));
      write('b.ts', `limit(1)('${word} saved');\n`);
      expect(proseProblems(project)).toHaveLength(3);
    },
  );

  it('the check of prose accepts plain words', () => {
    write('a.ts', '/** Consumes the challenge atomically; a lineup is saved again. */\n');
    write('b.ts', `throw new Error('STAKE_${'REFUSED'}: connection ${'refused'}, user (${'nobody'})');\n`);
    write('c.test.ts', "it('a save is sent', () => {});\n");
    expect(proseProblems(project)).toEqual([]);
  });
});

describe('commit subjects', () => {
  it.each([
    'games: batch concurrent joins into one transaction',
    'test(games): wait for freed memory',
    'docs: address the review of the operations page',
  ])('a commit subject may be "%s"', (subject) => {
    expect(subjectProblem(subject)).toBeNull();
  });

  it.each([
    ['Joins share a transaction', 'area: imperative'],
    ['games: joins share a transaction', 'imperative'],
    ['games: batched joins', 'imperative'],
    ['games: what a join costs', 'imperative'],
    [`games: ${'batch joins '.repeat(6)}`, 'at most 72'],
  ])('a commit subject must not be "%s"', (subject, reason) => {
    expect(subjectProblem(subject)).toContain(reason);
  });
});
