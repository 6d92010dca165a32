/** Every folder that holds a package of ours. */
const PACKAGES =
  '^(packages/[^/]+|services/[^/]+|chain|gateway|shell|mf-[^/]+|platform|replay|demo-wallet|checks|e2e|bench)/';

const TESTS = '(?:\\.test\\.tsx?$|\\.spec\\.ts$|/testing/)';

/**
 * Which package may import which, by folder. `may` lists the packages besides its own, `tests` what only tests may import in
 * addition. `wayOut` is printed with a violation.
 */
export const PACKAGE_LAW = [
  {
    of: 'packages/rules',
    may: [],
    wayOut: 'rules are pure functions and import nothing: pass what you need as an argument.',
  },
  {
    of: 'packages/api',
    may: ['packages/rules'],
    wayOut: 'api may import rules only: schemas know no service and no screen.',
  },
  {
    of: 'packages/(ui|host)',
    may: ['packages/rules', 'packages/api', 'packages/ui', 'packages/host'],
    tests: ['platform'],
    wayOut: 'ui and host may import rules and api: take everything else as a prop.',
  },
  {
    of: 'packages/service-kit',
    may: ['packages/api', 'packages/rules', 'chain'],
    tests: ['platform'],
    wayOut: 'service-kit may import api, rules and the ABI of chain.',
  },
  {
    of: 'packages/chain-ledger',
    may: ['packages/service-kit', 'packages/api', 'packages/rules', 'chain'],
    tests: ['platform'],
    wayOut: 'chain-ledger may import service-kit, api, rules and the ABI of chain.',
  },
  {
    of: '(packages/federation|chain)',
    may: [],
    tests: ['platform'],
    wayOut: 'federation and chain stand alone: they import nothing of ours.',
  },
  {
    of: 'mf-[^/]+',
    may: ['packages/host', 'packages/ui', 'packages/api', 'packages/rules', 'chain'],
    wayOut:
      'A remote may import host, ui, api, rules and the ABI of chain. Ask useHost() for what it needs of the shell; move what two remotes share to packages/ui; get what a service knows through the API.',
  },
  {
    of: 'shell',
    may: ['packages/host', 'packages/ui', 'packages/api', 'packages/rules', 'chain'],
    tests: ['platform'],
    wayOut:
      'The shell may import host, ui, api, rules and the ABI of chain; remotes are loaded at run time from the registry.',
  },
  {
    of: 'services/[^/]+',
    may: ['packages/service-kit', 'packages/chain-ledger', 'packages/api', 'packages/rules', 'chain'],
    tests: ['platform', 'replay'],
    wayOut:
      'A service may import service-kit, chain-ledger, api, rules and the ABI of chain. Ask another service over the bus (a question in packages/api/src/events) or move the shared rule to packages/rules.',
  },
  {
    of: 'gateway',
    may: ['packages/service-kit', 'packages/api'],
    tests: ['platform', 'packages/rules', 'chain'],
    wayOut: 'The gateway may import service-kit and api: rules and data live behind it, in the services.',
  },
  {
    of: 'replay',
    may: ['packages/rules'],
    wayOut: 'The replay is a feed of its own: it may import rules only.',
  },
  {
    of: 'demo-wallet',
    may: [],
    wayOut: 'The demo wallet is a script for any page: it imports nothing of ours.',
  },
  {
    of: 'platform',
    may: ['replay', 'packages/api', 'packages/rules', 'chain'],
    wayOut: 'The platform may import replay, api, rules and chain: it starts services as processes.',
  },
  {
    of: 'checks',
    may: ['platform', 'replay', 'packages/service-kit', 'packages/api', 'packages/rules', 'chain'],
    wayOut:
      'Checks use the product from outside: platform, replay, api, rules, the ABI of chain, and service-kit as services do.',
  },
];

/** Libraries that remotes reach only through a facade of ours, so that the shell's copy is the only one. */
const LIBRARY_LAW = [
  {
    library: '@mantine',
    wayOut:
      'Import Mantine through @touchline/ui/base, forms, data or overlays: a second copy has no provider.',
  },
  {
    library: '@tanstack',
    wayOut: 'Import the query client through @touchline/host/query: it is a singleton of the shell.',
  },
  {
    library: 'react-router-dom',
    wayOut: 'Import the router through @touchline/host/router: it is a singleton of the shell.',
  },
  { library: '(react-redux|@reduxjs)', wayOut: 'Import redux through @touchline/host/redux.' },
  {
    library: '(wagmi|viem)',
    wayOut: 'Ask host.wallet and host.transfers: the wallet and the chain are the business of the shell.',
  },
  { library: '@tabler', wayOut: 'Import icons through @touchline/ui/icons.' },
];

/** The rules of dependency-cruiser for product code. */
export function sourceRules() {
  return [
    ...PACKAGE_LAW.map(({ of, may, wayOut }) => ({
      name: `law of ${of}`,
      severity: 'error',
      comment: wayOut,
      from: { path: `^(${of})/`, pathNot: CONFIGURATION },
      to: outside(may),
    })),
    ...LIBRARY_LAW.map(({ library, wayOut }) => ({
      name: `remotes take ${library} through a facade`,
      severity: 'error',
      comment: wayOut,
      from: { path: '^mf-[^/]+/src/' },
      to: { path: `^node_modules/${library}/` },
    })),
    pureRules,
    byName,
  ];
}

/** The rules for tests and their doubles. */
export function testRules() {
  return [
    ...PACKAGE_LAW.map(({ of, may, tests = [], wayOut }) => ({
      name: `law of ${of}, in tests`,
      severity: 'error',
      comment: wayOut,
      from: { path: `^(${of})/(?:.*${TESTS})` },
      to: outside([...may, ...tests]),
    })),
    testsStayOut,
  ];
}

/** Files without package laws: build configuration, and the commands in platform/bin, which run before packages are linked. */
const CONFIGURATION = '/(rspack|playwright|vitest)\\.config\\.ts$|^platform/bin/';

/** Any package but one's own ($1 is the folder that `from` matched) and these. */
function outside(allowed) {
  return { path: PACKAGES, pathNot: ['^$1/', ...allowed.map((folder) => `^${folder}/`)] };
}

const pureRules = {
  name: 'rules know no machine',
  severity: 'error',
  comment: 'rules are pure functions and import nothing: pass what you need as an argument.',
  from: { path: '^packages/rules/src/' },
  to: { dependencyTypes: ['core', 'npm'] },
};

const byName = {
  name: 'packages are reached by name',
  severity: 'error',
  comment:
    'Reach another package by its name (@touchline/<package>/<module>), never by a path out of this one.',
  from: { path: PACKAGES, pathNot: '^platform/bin/' },
  to: { path: PACKAGES, pathNot: '^$1/', dependencyTypes: ['local'] },
};

const testsStayOut = {
  name: 'tests stay out of the product',
  severity: 'error',
  comment: 'Product code never imports a test or a double: move what both need out of testing/.',
  from: { path: '/src/', pathNot: TESTS },
  to: { path: TESTS, pathNot: '^node_modules/' },
};
