/** The files of a new remote, by path. `versions` are the versions of the packages that every remote has. */
export function remoteFiles(name, versions) {
  const words = name.replaceAll('-', ' ');
  const label = words.charAt(0).toUpperCase() + words.slice(1);
  const page = `${name.replaceAll(/(^|-)([a-z0-9])/g, (_all, _dash, letter) => letter.toUpperCase())}Page`;
  return {
    'package.json': json(packageJson(name, label, versions)),
    'remote.json': json({ name: `mf-${name}`, routes: [{ path: `/${name}`, label, order: 60 }] }),
    'tsconfig.json': json(TSCONFIG),
    'rspack.config.ts': rspackConfig(name),
    'src/remote.tsx': remoteModule(name, page),
    [`src/page/${page}.tsx`]: pageModule(label, page),
    [`src/page/${page}.test.tsx`]: pageTest(name, label, page),
    'src/page.queries.ts': QUERIES,
    'src/testing/standalone.ts': STANDALONE,
  };
}

const json = (value) => `${JSON.stringify(value, null, 2)}\n`;

function packageJson(name, label, versions) {
  const pick = (...names) => Object.fromEntries(names.map((one) => [one, versions[one]]));
  return {
    name: `@touchline/mf-${name}`,
    version: '0.1.0',
    private: true,
    description: `Remote: ${label.toLowerCase()}`,
    type: 'module',
    layers: [['testing'], ['remote'], ['page'], ['page.queries']],
    scripts: {
      build: 'rspack build',
      dev: 'rspack serve',
      'publish-remote': 'node ../tools/local-stack/bin/publish-remote.mjs',
      test: `vitest run --root .. mf-${name}/`,
    },
    dependencies: pick('@touchline/api', '@touchline/host', '@touchline/ui', 'react'),
    devDependencies: pick('@rspack/cli', '@rspack/core', '@touchline/federation'),
  };
}

const TSCONFIG = {
  extends: '../tsconfig.browser.json',
  compilerOptions: { rootDir: 'src', outDir: 'dist', tsBuildInfoFile: 'dist/.tsbuildinfo' },
  include: ['src'],
  references: [{ path: '../packages/host' }, { path: '../packages/ui' }, { path: '../packages/api' }],
};

const rspackConfig = (name) => `import { remoteConfig } from '@touchline/federation/remote-config';

export default remoteConfig({ name: 'mf-${name}' });
`;

const remoteModule = (name, page) => `import { defineRemote } from '@touchline/host/remote';
import { ${page} } from './page/${page}.tsx';

export const remote = defineRemote({ '/${name}': ${page} });
`;

const pageModule = (label, page) => `import { useHost } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';
import { Container } from '@touchline/ui/base';
import { ErrorState } from '@touchline/ui/ErrorState';
import { PageHeader } from '@touchline/ui/PageHeader';
import { currentGameweekQuery } from '../page.queries.ts';

/** The page of this remote. */
export function ${page}() {
  const { api } = useHost();
  const gameweek = useQuery(currentGameweekQuery(api));
  return (
    <Container size="lg" py="xl">
      <PageHeader title="${label}" />
      {gameweek.isError ? (
        <ErrorState title="The gameweek could not be loaded" onRetry={() => void gameweek.refetch()} />
      ) : (
        <p>{gameweek.data ? gameweek.data.name : 'Loading the gameweek'}</p>
      )}
    </Container>
  );
}
`;

const QUERIES = `import { currentGameweekOfGames } from '@touchline/api/http/games';
import type { Host } from '@touchline/host/host';
import { queryOptions } from '@touchline/host/query';

/** The gameweek that is running or comes next. */
export const currentGameweekQuery = (api: Host['api']) =>
  queryOptions({
    queryKey: ['gameweek', 'current'] as const,
    queryFn: async ({ signal }) => (await api.request(currentGameweekOfGames, { signal })).gameweek,
  });
`;

const STANDALONE = `import { currentGameweekOfGames } from '@touchline/api/http/games';
import { fakeResponse } from '@touchline/host/testing/fake-responses';
import type { FakeHostOptions } from '@touchline/host/testing/fake-host';

const gameweek = {
  id: 12,
  name: 'Gameweek 12',
  gameweek_number: 12,
  deadline_time: '2026-11-20T10:00:00.000Z',
  start_time: '2026-11-20T11:30:00.000Z',
  end_time: '2026-11-22T20:00:00.000Z',
  is_current: true,
  is_next: false,
  finished: false,
  data_checked: false,
};

/** Responses of \`npm run dev\`, which has no backend. */
export const standalone: FakeHostOptions = { responses: [fakeResponse(currentGameweekOfGames, { gameweek })] };
`;

const pageTest = (name, label, page) => `import { cleanup, render, screen } from '@testing-library/react';
import { FakePage } from '@touchline/host/testing/FakePage';
import { createFakeHost } from '@touchline/host/testing/fake-host';
import { TouchlineTheme } from '@touchline/ui/TouchlineTheme';
import { afterEach, expect, test } from 'vitest';
import { remote } from '../remote.tsx';
import { standalone } from '../testing/standalone.ts';

const open = (host = createFakeHost(standalone)) =>
  render(
    <TouchlineTheme>
      <FakePage host={host} pages={remote.pages} at="/${name}" />
    </TouchlineTheme>,
  );

afterEach(cleanup);

test('${page} shows the current gameweek', async () => {
  open();
  expect(screen.getByRole('heading', { name: '${label}' })).toBeTruthy();
  expect(await screen.findByText('Gameweek 12')).toBeTruthy();
});

test('${page} shows that the gameweek could not be loaded, with a button to try again', async () => {
  open(createFakeHost());
  expect(await screen.findByText('The gameweek could not be loaded')).toBeTruthy();
  expect(screen.getByRole('button', { name: /again|retry/i })).toBeTruthy();
});
`;
