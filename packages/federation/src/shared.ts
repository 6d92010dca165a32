/** The version of the facades that the shell provides. Minor: a name was added; major: one was removed or changed. */
export const FACADE_VERSION = '4.0.0';
/** What a remote built today requires: the same major version with at least today's names. */
const REQUIRED_FACADE = `^${FACADE_VERSION}`;

/** When the shell loads a shared module: at start, or on first use. */
type Loading = 'eager' | 'on-demand';

export interface SharedRow {
  /** The import specifier. */
  request: string;
  /** The version that the shell provides; by default the one in the library's package.json. */
  version?: string;
  /** How the shell loads it. */
  host: Loading;
  /** The versions that a remote accepts. It never bundles a copy. */
  remote: string;
}

const library = (request: string, remote: string): SharedRow => ({ request, host: 'eager', remote });
const facade = (request: string, host: Loading): SharedRow => ({
  request,
  version: FACADE_VERSION,
  host,
  remote: REQUIRED_FACADE,
});

/**
 * All shared modules. A shared module is never tree-shaken and costs two requests. So React is the only library shared
 * whole, the others are shared as facades that re-export the names in use, and stateless modules (football components,
 * icons, rules, schemas) are not shared but bundled where they are used. What the shell imports statically is eager.
 */
export const SHARED: readonly SharedRow[] = [
  // Hooks need one React per page. The row for 'react' does not cover its sub-paths.
  library('react', '^19.3.0'),
  library('react/jsx-runtime', '^19.3.0'),
  library('react-dom', '^19.3.0'),
  // Remotes bundle the schemas they use, but not zod itself, which would add 8 kB to each. The alias ZOD below trims it to
  // the names in use.
  { request: 'zod/mini', version: '4.6.7', host: 'eager', remote: '^4.6.0' },
  // Contexts of the shell, needed for its first screen: host, query cache, router.
  facade('@touchline/host/host', 'eager'),
  facade('@touchline/host/query', 'eager'),
  facade('@touchline/host/router', 'eager'),
  // Mantine's provider and basic components; their CSS must load once and in order.
  facade('@touchline/ui/base', 'eager'),
  // The rest of Mantine by subject, each with its CSS, loaded by the first page that needs it.
  facade('@touchline/ui/forms', 'on-demand'),
  facade('@touchline/ui/data', 'on-demand'),
  facade('@touchline/ui/overlays', 'on-demand'),
  facade('@touchline/ui/pickers', 'on-demand'),
  facade('@touchline/ui/tooltip', 'on-demand'),
  // The shell has no store; a remote that needs one brings its own state.
  facade('@touchline/host/redux', 'on-demand'),
];

/** Alias for `import { z } from 'zod/mini'` in the shell's build. */
export const ZOD = { 'zod/mini$': '@touchline/host/zod' };

interface SharedOption {
  singleton: true;
  import: false;
  strictVersion: true;
  requiredVersion: string;
}

/** A remote's side of the table, as Module Federation options: no copy of its own (`import: false`), and an error rather than a wrong version (`strictVersion`). */
export function buildRemoteSharing(): Record<string, SharedOption> {
  return Object.fromEntries(
    SHARED.map(({ request, remote }) => [
      request,
      { singleton: true, import: false, strictVersion: true, requiredVersion: remote },
    ]),
  );
}

/** Modules that the shell provides for remotes without importing them itself. */
export function listOnDemand(): string[] {
  return SHARED.filter((row) => row.host === 'on-demand').map((row) => row.request);
}
