/** Time at which the shell loads a shared module: at start or on first use. */
type Loading = 'eager' | 'on-demand';

export interface SharedRow {
  /** The import specifier. */
  request: string;
  /** The version that the shell provides. Default: the version in the package.json of its package. */
  version?: string;
  host: Loading;
  /** Version range that a remote accepts. Default: compatible with the minor version that it was built with. */
  remote?: string;
}

const library = (request: string, remote: string): SharedRow => ({ request, host: 'eager', remote });
const facade = (request: string, host: Loading): SharedRow => ({ request, host });

/**
 * All shared modules. A remote never bundles one. A shared module is never tree-shaken and costs two requests. Therefore:
 * - React is the only library that is shared as a whole.
 * - Other libraries are shared as facades that re-export the names in use. A facade has the version of its package.
 * - Stateless modules (football components, icons, rules, schemas) are bundled where they are used.
 *
 * Modules that the shell imports statically are eager.
 */
export const SHARED: readonly SharedRow[] = [
  // Hooks need one React per page. The row for 'react' does not cover its sub-paths.
  library('react', '^19.3.0'),
  library('react/jsx-runtime', '^19.3.0'),
  library('react-dom', '^19.3.0'),
  // Remotes bundle the schemas they use, but not zod itself. The alias ZOD below trims it to the names in use.
  { request: 'zod/mini', version: '4.6.7', host: 'eager', remote: '^4.6.0' },
  // Contexts of the shell that its first screen needs: host, query cache, router.
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
  // The shell has no store. A remote that needs one creates its own.
  facade('@touchline/host/redux', 'on-demand'),
];

/** Alias for `import { z } from 'zod/mini'` in the shell's build. */
export const ZOD = { 'zod/mini$': '@touchline/host/zod' };

/** Modules that the shell provides for remotes without importing them itself. */
export function listOnDemand(): string[] {
  return SHARED.filter((row) => row.host === 'on-demand').map((row) => row.request);
}
