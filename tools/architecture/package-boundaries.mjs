/** Every folder that holds a package. */
const PACKAGES = '^(packages/[^/]+|services/[^/]+|contracts|gateway|shell|mf-[^/]+|tools/[^/]+|e2e)/';

/** Paths of tests and test doubles. */
export const TESTS = '(?:\\.test\\.tsx?$|\\.spec\\.ts$|/testing/)';

const ABI = 'contracts/(?:src|dist)/abi';
const PRIZE_TREES = 'contracts/(?:src|dist)/(?:prize-tree|encode-claims)';

/**
 * The packages that each package may import, by folder. `may` lists packages in addition to its own, `tests` those that only
 * tests may import as well. `hint` is printed with a violation.
 */
export const PACKAGE_RULES = [
  {
    of: 'packages/rules',
    may: [],
    hint: 'rules are pure functions and import nothing: pass what you need as an argument.',
  },
  {
    of: 'packages/api',
    may: ['packages/rules'],
    hint: 'api may import rules only: schemas know no service and no screen.',
  },
  {
    of: 'packages/(ui|host)',
    may: ['packages/rules', 'packages/api'],
    tests: ['tools/local-stack'],
    hint: 'ui and host may import rules and api: take everything else as a prop.',
  },
  {
    of: 'packages/service-kit',
    may: ['packages/api', 'packages/rules'],
    tests: ['tools/local-stack'],
    hint: 'service-kit may import api and rules.',
  },
  {
    of: 'packages/chain-ledger',
    may: ['packages/service-kit', 'packages/api', 'packages/rules', ABI],
    tests: ['tools/local-stack', 'contracts'],
    hint: 'chain-ledger may import service-kit, api, rules and the ABI of contracts.',
  },
  {
    of: 'packages/standings',
    may: ['packages/rules'],
    tests: ['packages/service-kit'],
    hint: 'standings may import rules only: pass packed batches and plain objects.',
  },
  {
    of: '(packages/federation|contracts)',
    may: [],
    tests: ['tools/local-stack'],
    hint: 'federation and contracts import no other package of this repository.',
  },
  {
    of: 'mf-[^/]+',
    may: [
      'packages/host',
      'packages/ui',
      'packages/api',
      'packages/rules',
      ABI,
      'services/[^/]+/(?:src|dist)/endpoints',
    ],
    tests: ['contracts'],
    hint: 'A remote may import host, ui, api, rules, the ABI of contracts, and the endpoints of a team service. Use useHost() for the shell, packages/ui for code that two remotes share, and the API for data of a service.',
  },
  {
    of: 'shell',
    may: ['packages/host', 'packages/ui', 'packages/api', 'packages/rules', ABI],
    tests: ['tools/local-stack', 'packages/federation', 'contracts'],
    hint: 'The shell may import host, ui, api, rules and the ABI of contracts; remotes are loaded at run time from the registry.',
  },
  {
    of: 'services/[^/]+',
    may: [
      'packages/service-kit',
      'packages/chain-ledger',
      'packages/standings',
      'packages/api',
      'packages/rules',
      ABI,
      PRIZE_TREES,
    ],
    tests: ['tools/local-stack', 'tools/season-replay', 'contracts'],
    hint: 'A service may import service-kit, chain-ledger, standings, api, rules, and the ABI and prize trees of contracts. Send another service a request over NATS (a request type in packages/api/src/events) or move the shared rule to packages/rules.',
  },
  {
    of: 'gateway',
    may: ['packages/service-kit', 'packages/api'],
    tests: ['tools/local-stack', 'packages/rules', 'contracts'],
    hint: 'The gateway may import service-kit and api: rules and data belong to the services behind it.',
  },
  {
    of: 'tools/season-replay',
    may: ['packages/rules'],
    hint: 'The replay is a separate feed: it may import rules only.',
  },
  {
    of: 'tools/demo-wallet',
    may: [],
    hint: 'The demo wallet is a script for any page: it imports no other package of this repository.',
  },
  {
    of: 'tools/local-stack',
    may: ['tools/season-replay', 'packages/api', 'packages/rules', 'contracts'],
    hint: 'The local stack may import season-replay, api, rules and contracts: it starts services as processes.',
  },
  {
    of: 'tools/scenarios',
    may: [
      'tools/local-stack',
      'tools/season-replay',
      'packages/service-kit',
      'packages/api',
      'packages/rules',
      'contracts',
    ],
    hint: 'Scenarios use the product from outside: local-stack, season-replay, api, rules, contracts, and service-kit as services do.',
  },
  {
    of: 'tools/bench',
    may: [
      'tools/local-stack',
      'packages/standings',
      'packages/service-kit',
      'packages/api',
      'packages/rules',
    ],
    hint: 'Benchmarks use services from outside, through the API or SQL (tools/bench/data), and measure packages: no import of a service.',
  },
  {
    of: 'tools/architecture',
    may: ['packages/service-kit', 'packages/api'],
    tests: ['tools/local-stack'],
    hint: 'The checks read the repository as text: they may import api and service-kit.',
  },
  {
    of: 'e2e',
    may: ['tools/local-stack', 'tools/season-replay', 'packages/api', 'packages/rules', 'contracts'],
    hint: 'End-to-end tests use the product in a browser: local-stack, season-replay, api, rules and contracts.',
  },
];

/** Libraries that remotes import through a facade, so that the shell's copy is the only one. */
const LIBRARY_RULES = [
  {
    library: '@mantine',
    hint: 'Import Mantine through @touchline/ui/base, forms, data or overlays: a second copy has no provider.',
  },
  {
    library: '@tanstack',
    hint: 'Import the query client through @touchline/host/query: it is a singleton of the shell.',
  },
  {
    library: 'react-router-dom',
    hint: 'Import the router through @touchline/host/router: it is a singleton of the shell.',
  },
  { library: '(react-redux|@reduxjs)', hint: 'Import redux through @touchline/host/redux.' },
  {
    library: '(wagmi|viem)',
    hint: 'Use host.wallet and host.transfers: the shell owns the wallet and the connection to the chain.',
  },
  { library: '@tabler', hint: 'Import icons through @touchline/ui/icons.' },
];

/**
 * The rules of dependency-cruiser for product code.
 * @param {readonly string[]} packages folders of all packages
 * @throws Error naming a package without a rule
 */
export function sourceRules(packages) {
  for (const folder of packages)
    if (!PACKAGE_RULES.some(({ of }) => new RegExp(`^(?:${of})$`).test(folder)))
      throw new Error(
        `${folder} has no rule: add it to PACKAGE_RULES in tools/architecture/package-boundaries.mjs.`,
      );
  return [
    ...PACKAGE_RULES.map(({ of, may, hint }) => ({
      name: `imports of ${of}`,
      severity: 'error',
      comment: hint,
      from: { path: `^(${of})/`, pathNot: CONFIGURATION },
      to: outside(may),
    })),
    ...PACKAGE_RULES.map(({ of, may }) => ({
      name: `imports of the build configuration of ${of}`,
      severity: 'error',
      comment: 'Build configuration may import packages/federation and what its package may import.',
      from: { path: `^(${of})/.*${CONFIGURATION}` },
      to: outside([...may, 'packages/federation']),
    })),
    ...LIBRARY_RULES.map(({ library, hint }) => ({
      name: `remotes import ${library} through a facade`,
      severity: 'error',
      comment: hint,
      from: { path: '^mf-[^/]+/src/' },
      to: { path: `^node_modules/${library}/` },
    })),
    pureRules,
    byName,
  ];
}

/** The rules for tests and test doubles. */
export function testRules() {
  return [
    ...PACKAGE_RULES.map(({ of, may, tests = [], hint }) => ({
      name: `imports of ${of} in tests`,
      severity: 'error',
      comment: hint,
      from: { path: `^(${of})/(?:.*${TESTS})` },
      to: outside([...may, ...tests]),
    })),
    testsStayOut,
  ];
}

/** Configuration of builds and test runners. */
const CONFIGURATION = '(?:rspack|playwright|vitest)\\.config\\.ts$';

/** Any package except the importing one ($1 is the folder that `from` matched) and the allowed folders and modules. */
function outside(allowed) {
  return { path: PACKAGES, pathNot: ['^$1/', ...allowed.map((path) => `^${path}[/.]`)] };
}

const pureRules = {
  name: 'rules use no input or output',
  severity: 'error',
  comment: 'rules are pure functions and import nothing: pass what you need as an argument.',
  from: { path: '^packages/rules/src/' },
  to: { dependencyTypes: ['core', 'npm'] },
};

const byName = {
  name: 'packages are imported by name',
  severity: 'error',
  comment: 'Import another package by its name (@touchline/<package>/<module>), never by a relative path.',
  from: { path: PACKAGES },
  to: { path: PACKAGES, pathNot: '^$1/', dependencyTypes: ['local'] },
};

const testsStayOut = {
  name: 'product code imports no tests',
  severity: 'error',
  comment: 'Product code never imports a test or a test double: move the shared code out of testing/.',
  from: { path: '/src/', pathNot: TESTS },
  to: { path: TESTS, pathNot: '^node_modules/' },
};
