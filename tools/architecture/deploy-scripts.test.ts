import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchline-deploy-'));
  cpSync(join(root, 'deploy'), join(folder, 'deploy'), { recursive: true });
  mkdirSync(join(folder, 'secrets'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (script: string, args: readonly string[], path = process.env.PATH) =>
  spawnSync('sh', [join('deploy', script), ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, PATH: path },
  });

/** Backs up with a `docker` whose containers run their commands here, and whose tar ends with a status. */
function backUp(status: number) {
  const programs = join(folder, 'programs');
  mkdirSync(programs);
  const write = (name: string, lines: string) =>
    writeFileSync(join(programs, name), `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
  write('docker', 'case "$1" in exec) shift 3; exec "$@";; *) echo container;; esac');
  write('pg_dump', 'echo dump');
  write('pg_restore', 'cat >/dev/null');
  write('tar', `echo archive; exit ${status}`);
  return run('backup.sh', [join(folder, 'backup')], `${programs}:${process.env.PATH}`);
}

it.each([0, 1])(
  'a backup is complete if tar ends with %i: a version was published while it read',
  (status) => {
    expect(backUp(status).status).toBe(0);
    expect(readdirSync(join(folder, 'backup')).sort()).toEqual(['database', 'remotes.tar']);
  },
);

it('a backup fails if tar cannot read the remotes', () => {
  expect(backUp(2).status).not.toBe(0);
  expect(readdirSync(join(folder, 'backup')).sort()).toEqual(['database', 'remotes.part']);
});

it('the password of a team’s service may have an apostrophe on Kubernetes', () => {
  writeFileSync(join(folder, 'secrets/rivals_db_password'), "it's");
  expect(run('kubernetes/database-role.sh', ['rivals']).stdout).toContain("login password 'it''s';");
});
