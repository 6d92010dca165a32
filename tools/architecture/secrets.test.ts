import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (name: string) => readFileSync(`${root}${name}`, 'utf8');
const isIgnoredByGit = (path: string) =>
  spawnSync('git', ['check-ignore', '--no-index', '-q', path], { cwd: root }).status === 0;

describe('secrets of a deployment', () => {
  it.each(['.env', '.env.production', 'deploy/.env'])('S3 git ignores %s', (path) => {
    expect(isIgnoredByGit(path)).toBe(true);
  });

  it('S3 the example without secrets stays in git', () => {
    expect(isIgnoredByGit('.env.example')).toBe(false);
  });

  it('S3 deploy/secrets.sh creates the files that the Compose stack reads, and keeps or copies what exists', () => {
    const folder = mkdtempSync(join(tmpdir(), 'touchline-secrets-'));
    const run = () => spawnSync('sh', ['deploy/secrets.sh'], { cwd: folder, encoding: 'utf8' });
    const readSecrets = () =>
      new Map(
        readdirSync(join(folder, 'secrets')).map((name) => [
          name,
          readFileSync(join(folder, 'secrets', name), 'utf8'),
        ]),
      );
    try {
      cpSync(join(root, 'deploy/secrets.sh'), join(folder, 'deploy/secrets.sh'));
      writeFileSync(
        join(folder, '.env'),
        'GAMES_DB_PASSWORD=earlier\nPUSH_PRIVATE_KEY=key of an earlier release\n',
      );
      expect(run().status).toBe(0);
      const secrets = readSecrets();
      const named = [...read('docker-compose.yml').matchAll(/file: \.\/secrets\/(\w+)/g)].map(
        ([, name]) => name,
      );
      expect([...secrets.keys()].sort()).toEqual(named.sort());
      expect(secrets.get('games_db_password')).toBe('earlier');
      expect(secrets.get('push_private_key')).toBe('key of an earlier release');
      expect(secrets.get('keys_secret_previous')).toBe('');
      expect(secrets.get('keys_secret')).toMatch(/^[0-9a-f]{48}$/);
      expect(statSync(join(folder, 'secrets')).mode & 0o777).toBe(0o700);
      expect(run().status).toBe(0);
      expect(readSecrets()).toEqual(secrets);
      // A new KEYS_SECRET: docs/operations/keys.md.
      rmSync(join(folder, 'secrets/keys_secret'));
      run();
      expect(readSecrets().get('keys_secret')).not.toBe(secrets.get('keys_secret'));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('A29 deploy/postgres-roles.sh limits the connections of every role except those of the product', () => {
    const product = [
      ...read('deploy/kubernetes/postgres/cluster.yaml').matchAll(/name: (\w+), login: true/g),
    ].map(([, name]) => name);
    expect(product.length).toBeGreaterThan(0);
    const script = read('deploy/postgres-roles.sh');
    expect(script).toContain(`in ${product.join(' | ')}) connections=-1 ;; *) connections=50 ;;`);
    expect(script).toContain(`alter role :"role" login connection limit :connections password`);
  });

  it('A29 deploy/kubernetes/database-role.sh quotes a password and limits the connections', () => {
    const folder = mkdtempSync(join(tmpdir(), 'touchline-role-'));
    try {
      const script = 'deploy/kubernetes/database-role.sh';
      cpSync(join(root, script), join(folder, script));
      mkdirSync(join(folder, 'secrets'));
      writeFileSync(join(folder, 'secrets/my_rivals_db_password'), "a'b\\c\n");
      const { stdout } = spawnSync('sh', [script, 'my-rivals'], { cwd: folder, encoding: 'utf8' });
      expect(stdout).toContain(`alter role "my_rivals" login connection limit 50 password 'a''b\\c';\n`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('S3 an image build never sees a secret, and the image holds only what the Dockerfile names', () => {
    const ignored = read('.dockerignore').split('\n');
    expect(ignored).toEqual(expect.arrayContaining(['.env', '.env.*', '**/.env', '**/.env.*']));
    const finalStage = read('Dockerfile')
      .split(/^FROM /m)
      .at(-1);
    expect(finalStage).not.toMatch(/^COPY (--\S+ )*(\.|\/app) /m);
  });
});
