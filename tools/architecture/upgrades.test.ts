import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

const deploy = fileURLToPath(new URL('../../deploy', import.meta.url));

/** The container `old` runs. `compose up` starts `new`, and fails if a file `broken` exists. Calls are logged. */
const DOCKER = `echo "$*" >>calls
case "$1 $2 $3" in
  'compose up -d') touch new; [ ! -f broken ] ;;
  'compose ps -q') [ -f stopped ] || echo old; [ ! -f new ] || echo new ;;
  'rm -f new') rm new ;;
  'rm old ') touch stopped ;;
esac`;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchline-upgrade-'));
  cpSync(deploy, join(folder, 'deploy'), { recursive: true });
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/docker'), `#!/bin/sh\n${DOCKER}\n`, { mode: 0o755 });
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Upgrades a service. @returns its exit code, and the calls that end a process or send a signal to one */
function upgrade(service: string) {
  const env = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH}` };
  const { status } = spawnSync('sh', ['deploy/upgrade.sh', service], { cwd: folder, env });
  const calls = readFileSync(join(folder, 'calls'), 'utf8').match(/^(kill|stop|rm) .*/gm);
  return { status, calls };
}

it('the new processes of a team service are the last ones that register', () => {
  expect(upgrade('rivals')).toEqual({ status: 0, calls: ['stop -t 20 old', 'rm old', 'kill -s USR2 new'] });
});

it('an upgrade that stops lets the old processes of a team service register again', () => {
  writeFileSync(join(folder, 'broken'), '');
  expect(upgrade('rivals')).toEqual({ status: 1, calls: ['rm -f new', 'kill -s USR2 old'] });
});

it('services of the product, which do not register, get no signal', () => {
  expect(upgrade('games')).toEqual({ status: 0, calls: ['stop -t 20 old', 'rm old'] });
});
