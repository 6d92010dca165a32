import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

const deploy = fileURLToPath(new URL('../../deploy', import.meta.url));

/** `docker exec` runs the command on this machine; `docker compose ps -q NAME` prints the name. Calls are logged. */
const DOCKER = `echo "$*" >>calls
case "$1 $2 $3" in
  'exec '*) shift 3; exec "$@" ;;
  'compose ps -q') echo "$4" ;;
  'compose ps --services') echo games ;;
  'inspect '*) echo healthy ;;
esac`;

let folder: string;

/** Puts a program into the folder that is first on the PATH. */
const install = (name: string, script: string) =>
  writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });

function run(script: string, ...args: string[]) {
  const env = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH}` };
  return spawnSync('sh', [`deploy/${script}`, ...args], { cwd: folder, env, encoding: 'utf8' });
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchline-backup-'));
  cpSync(deploy, join(folder, 'deploy'), { recursive: true });
  mkdirSync(join(folder, 'bin'));
  install('docker', DOCKER);
  install('pg_dump', 'echo database');
  install('pg_restore', 'cat');
});

afterEach(() => rmSync(folder, { recursive: true }));

it('a backup is complete if files are published or deleted while tar reads them', () => {
  install('tar', 'echo files; exit 1');
  const { status, stderr } = run('backup.sh', 'backup');
  expect([status, stderr]).toEqual([0, '']);
  expect(readFileSync(join(folder, 'backup/remotes.tar'), 'utf8')).toBe('files\n');
});

it('a backup fails if tar cannot read the files', () => {
  install('tar', 'echo files; exit 2');
  expect(run('backup.sh', 'backup').status).not.toBe(0);
  expect(existsSync(join(folder, 'backup/remotes.tar'))).toBe(false);
});

it('a backup fails if docker cannot run tar', () => {
  install('tar', 'exit 0');
  install('docker', `case "$*" in *tar*) exit 1 ;; esac\n${DOCKER}`);
  expect(run('backup.sh', 'backup').status).not.toBe(0);
  expect(existsSync(join(folder, 'backup/remotes.tar'))).toBe(false);
});

it('a restore creates roles first, and removes events before the services start', () => {
  const contents = [
    ';     Dumped by pg_dump version: 18.4',
    '7; 2615 16386 SCHEMA - games games',
    '8; 2615 16388 SCHEMA - rivals rivals',
    '2; 3079 16394 EXTENSION - pgcrypto ',
    '3379; 0 16389 TABLE DATA rivals lines rivals',
  ];
  install('tar', 'echo files');
  install('pg_restore', `cat >/dev/null; echo '${contents.join('\n')}'`);
  install('psql', `case "$*" in *pg_roles*"'games'") echo 1 ;; *pg_roles*) echo 0 ;; esac`);
  expect(run('backup.sh', 'backup').status).toBe(0);
  rmSync(join(folder, 'calls'));
  expect(run('restore.sh', 'backup').status).toBe(0);
  const calls = readFileSync(join(folder, 'calls'), 'utf8').match(
    /create role.*|compose stop.*|rename|prepare-bus .*|compose up -d --no-build/g,
  );
  expect(calls).toEqual([
    'create role "rivals"',
    'compose stop games',
    'rename',
    'prepare-bus node packages/service-kit/dist/messaging/prepare-bus.js --purge',
    'compose up -d --no-build',
  ]);
});
