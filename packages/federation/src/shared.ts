/** The version of the facades that the shell provides. Minor: a name was added; major: one was removed or changed. */
export const FACADE_VERSION = '1.0.0';
/** What a remote built today asks for: the same major, and every name that exists today. */
const FACADE_WANTED = `^${FACADE_VERSION}`;

/** When the shell loads a shared module: with its first bytes, or when somebody first asks for it. */
type Loading = 'eager' | 'on-demand';

export interface SharedRow {
  /** The request as it stands in an import. */
  request: string;
  /** The version that the shell says it provides; absent: the one in the library's package.json. */
  version?: string;
  /** Host column. */
  host: Loading;
  /** Remote column: the versions that a remote accepts. It never carries a copy of its own. */
  remote: string;
}

const library = (request: string, remote: string): SharedRow => ({ request, host: 'eager', remote });
const facade = (request: string, host: Loading): SharedRow => ({
  request,
  version: FACADE_VERSION,
  host,
  remote: FACADE_WANTED,
});

/**
 * The one table of shared modules. A library is shared whole, so only React is; everything else is a facade of our own that
 * re-exports the names in use. Whatever the shell imports statically must be eager. What is not in the table and has no
 * state of its own (football components, icons, rules, schemas, defineRemote) is bundled by whoever uses it: a shared module
 * costs two requests and is never trimmed.
 */
export const SHARED: readonly SharedRow[] = [
  // One React per page, or hooks break; sub-paths are modules of their own and are not covered by 'react'.
  library('react', '^19.3.0'),
  library('react/jsx-runtime', '^19.3.0'),
  library('react-dom', '^19.3.0'),
  // Schemas are bundled with whoever calls the API, what they are made of is not: 25 kB for every remote. Trimmed to the names
  // in use by an alias (ZOD below).
  { request: 'zod', version: '4.6.7', host: 'eager', remote: '^4.6.0' },
  // Contexts of the shell: the host itself, the query cache, the router. The shell needs them for its first screen.
  facade('@touchline/host/host', 'eager'),
  facade('@touchline/host/query', 'eager'),
  facade('@touchline/host/router', 'eager'),
  facade('@touchline/host/redux', 'eager'),
  // Mantine's provider and the primitives of every page; its CSS must exist once, in one order.
  facade('@touchline/ui/base', 'eager'),
  // The rest of Mantine by theme, each with its CSS, paid for by the first page that asks.
  facade('@touchline/ui/forms', 'on-demand'),
  facade('@touchline/ui/data', 'on-demand'),
  facade('@touchline/ui/overlays', 'on-demand'),
];

/** Where `import { z } from 'zod'` leads in the shell's build. */
export const ZOD = { zod$: '@touchline/host/zod' };

interface SharedOption {
  singleton: true;
  eager?: boolean;
  import?: false;
  strictVersion?: boolean;
  version?: string;
  requiredVersion?: string;
}

/** The host column as Module Federation takes it. */
export function sharedByHost(): Record<string, SharedOption> {
  return Object.fromEntries(
    SHARED.map(({ request, host, version, remote }) => [
      request,
      {
        singleton: true,
        eager: host === 'eager',
        ...(version ? { version } : {}),
        requiredVersion: remote,
      },
    ]),
  );
}

/** The remote column: never a copy of its own (`import: false`), and a clear refusal instead of a wrong version. */
export function sharedByRemote(): Record<string, SharedOption> {
  return Object.fromEntries(
    SHARED.map(({ request, remote }) => [
      request,
      { singleton: true, import: false, strictVersion: true, requiredVersion: remote },
    ]),
  );
}

/** The modules that the shell must carry for remotes although it does not import them itself. */
export function onDemand(): string[] {
  return SHARED.filter((row) => row.host === 'on-demand').map((row) => row.request);
}
