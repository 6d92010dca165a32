import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { releaseCommand } from './release/main.ts';
import { OPTIONS } from './supervisor/command-line.ts';
import { readReleaseSecret } from './supervisor/home.ts';

const BIN = join(import.meta.dirname, '../bin');
const COMMANDS = readdirSync(BIN).filter((file) => file.endsWith('.mjs') && file !== 'complete-lock.mjs');

/** Runs a command in an empty folder with a PATH on which it finds no other program. */
function run(command: string, ...args: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'touchline-command-'));
  const env = { PATH: '/nowhere', HOME: folder };
  const result = spawnSync(process.execPath, [join(BIN, command), ...args], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  rmSync(folder, { recursive: true });
  return { status: result.status, output: result.stdout + result.stderr };
}

test.each(COMMANDS)('%s --help prints its usage before it installs or builds', (command) => {
  const { status, output } = run(command, '--help');
  expect(status).toBe(0);
  expect(output).toMatch(/^([A-Z_]+=\.\.\. )?npm (run|start|test)/);
  expect(output).not.toMatch(/install(ed|ing the)|built in|building/);
});

test.each(COMMANDS.filter((command) => !/\baccepts:/.test(readFileSync(join(BIN, command), 'utf8'))))(
  '%s rejects arguments that it does not know, with its usage',
  (command) => {
    const { status, output } = run(command, '--hom');
    expect([status, output]).toEqual([1, expect.stringMatching(/does not know --hom\.\n\nnpm/)]);
  },
);

test('an error with a numeric code is printed with its message', () => {
  const module = JSON.stringify(join(BIN, 'lib/main.mjs'));
  const script = `import(${module}).then(({ main }) => main(() => Promise.reject({ code: -32601, message: 'no such method' })))`;
  const { status, stderr } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([1, '\nno such method\n']);
});

test('the usage of npm start names its options and no other', () => {
  const named = [...run('start.mjs', '--help').output.matchAll(/^ {2}--([\w-]+)/gm)].map(([, name]) => name);
  expect(named.sort()).toEqual(Object.keys(OPTIONS).sort());
});

const context = { project: '/nowhere', secret: () => 'x', confirm: async () => true, note: () => {} };

test.each([
  ['list --home /x', /list does not know --home/],
  ['promote mf-a 1.0.0 --to-version 2.0.0', /promote does not know --to-version/],
  ['rollback mf-a --hom x', /--hom/],
  ['remove mf-a', /There is no command remove\. .*--help/],
  ['list extra', /list takes 0 words before its options, not 1\. .*--help/],
  ['token mf-a --to-version 1', /token does not know --to-version/],
  ['token mf-a', /--to is the address of the product/],
])('npm run release -- %s is rejected', async (args, message) => {
  await expect(releaseCommand(args.split(' '), context)).rejects.toThrow(message);
});

test('the secret of release tokens comes from the named home, and a folder that is not a home is rejected', () => {
  const folder = mkdtempSync(join(tmpdir(), 'touchline-no-home-'));
  process.env.RELEASE_SECRET = 'from the environment';
  try {
    expect(readReleaseSecret(undefined, folder)).toBe('from the environment');
    expect(() => readReleaseSecret(folder, folder)).toThrow(/is not a home of Touchline/);
    expect(readdirSync(folder)).toEqual([]);
  } finally {
    delete process.env.RELEASE_SECRET;
    rmSync(folder, { recursive: true });
  }
});
