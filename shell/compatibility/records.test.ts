import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findReleaseProblems } from '@touchline/api/release-check';
import { buildBuiltWith, buildSharedTable } from '@touchline/federation/package-versions';
import { SHARED } from '@touchline/federation/shared';
import { describe, expect, test } from 'vitest';

const records = join(import.meta.dirname, 'versions');
const shell = join(import.meta.dirname, '..');

/** `host-1.0-ui-1.0` */
function describeVersions(builtWith: Record<string, string>): string {
  const minor = (name: string) => builtWith[`@touchline/${name}`]?.split('.').slice(0, 2).join('.');
  return `host-${minor('host')}-ui-${minor('ui')}`;
}

const CURRENT = describeVersions(buildBuiltWith(shell));

test('the current minor versions of host and ui are recorded (node tools/architecture/record-remote.mjs)', () => {
  expect(readdirSync(records)).toContain(CURRENT);
});

test('the remote with the current versions uses every shared module', () => {
  const manifest = readFileSync(join(records, CURRENT, 'remote/mf-manifest.json'), 'utf8');
  const used = JSON.parse(manifest).shared.map(({ name }: { name: string }) => name);
  // The remote does not render outside of its page.
  const shared = SHARED.map(({ request }) => request).filter((request) => request !== 'react-dom');
  expect(used.sort()).toEqual(shared.sort());
});

describe.each(readdirSync(records))('the remote that was built with %s', (record) => {
  const folder = join(records, record, 'remote');
  const paths = readdirSync(folder);
  const texts = new Map(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]));

  test('the record names the versions with which the remote was built', () => {
    expect(describeVersions(JSON.parse(texts.get('built-with.json') ?? ''))).toBe(record);
  });

  const release = { name: 'mf-compatibility', texts, paths, compressed: 0 };

  test('the current shell accepts the remote', () => {
    expect(findReleaseProblems(release, buildSharedTable(shell))).toEqual([]);
  });

  test('a shell with a later minor version of host accepts the remote, one with another major rejects it', () => {
    const withHost = (version: string) => ({ ...buildSharedTable(shell), '@touchline/host/host': version });
    const major = Number(buildBuiltWith(shell)['@touchline/host']?.split('.')[0]);
    expect(findReleaseProblems(release, withHost(`${major}.99.0`))).toEqual([]);
    expect(findReleaseProblems(release, withHost(`${major + 1}.0.0`))).toEqual([
      expect.stringMatching(/^it needs the host interface \^[\d.]+, but the shell has [\d.]+$/),
    ]);
  });
});
