import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
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

  it('S3 an image build never sees a secret, and the image holds only what the Dockerfile names', () => {
    const ignored = read('.dockerignore').split('\n');
    expect(ignored).toEqual(expect.arrayContaining(['.env', '.env.*', '**/.env', '**/.env.*']));
    const finalStage = read('Dockerfile')
      .split(/^FROM /m)
      .at(-1);
    expect(finalStage).not.toMatch(/^COPY (--\S+ )*(\.|\/app) /m);
  });
});
