import type { Remote } from '@touchline/api/http/remotes';
import { remoteManifest } from '@touchline/api/remote-manifest';
import { useWatched } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';
import { ActionIcon, Group, Paper, Text } from '@touchline/ui/base';
import { IconX } from '@touchline/ui/icons';
import type { Load } from '../remotes/loader.ts';
import { useShell } from '../shell-context.ts';
import classes from './Versions.module.css';

/** Versions, sizes, times and errors of the builds on this page, and the modules that they share. */
export function VersionsPanel({ onClose }: { onClose: () => void }) {
  const { registry, loader } = useShell();
  const { remotes } = useWatched(registry);
  const loads = useWatched(loader.loads);
  return (
    <Paper component="section" aria-label="Versions on this page" className={classes.panel} withBorder p="sm">
      <Group justify="space-between" wrap="nowrap">
        <Text fw={600}>Versions on this page</Text>
        <ActionIcon variant="subtle" color="gray" aria-label="Close versions" onClick={onClose}>
          <IconX size={16} />
        </ActionIcon>
      </Group>
      <table className={classes.table}>
        <thead>
          <tr>
            <th>Build</th>
            <th>Version</th>
            <th>Files</th>
            <th>Loaded in</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>shell</td>
            <td>{shellVersion()}</td>
            <td>{describeFiles('/assets/')}</td>
            <td />
          </tr>
          {remotes.map((remote) => (
            <RemoteRow key={remote.name} remote={remote} load={loads[remote.name]} />
          ))}
        </tbody>
      </table>
      <SharedModules loads={Object.values(loads)} />
    </Paper>
  );
}

function RemoteRow({ remote, load }: { remote: Remote; load: Load | undefined }) {
  const { name, version, preview_until } = load?.remote ?? remote;
  return (
    <tr>
      <td>{name}</td>
      <td>
        {version}
        {preview_until === undefined ? '' : ' (preview)'}
      </td>
      <td>{describeFiles(`/remotes/${name}/`)}</td>
      <td>{load ? (load.error ?? `${Math.round(load.ms)} ms`) : 'not loaded'}</td>
    </tr>
  );
}

/** Shared modules with their provider, and the versions that the loaded remotes require. */
function SharedModules({ loads }: { loads: readonly Load[] }) {
  const { loader } = useShell();
  const loaded = loads.filter(({ error }) => error === null).map(({ remote }) => remote);
  const { data = [] } = useQuery({
    queryKey: ['shared-modules', ...loaded.map(({ manifest }) => manifest)],
    queryFn: async () => {
      const [modules, required] = await Promise.all([
        loader.listSharedModules(),
        Promise.all(loaded.map(fetchRequired)),
      ]);
      return modules.map((module) => ({
        ...module,
        required: required.flatMap(({ name, shared }) => {
          const range = shared.find((one) => one.name === module.name)?.requiredVersion;
          return range === undefined ? [] : [`${name} ${range}`];
        }),
      }));
    },
  });
  if (data.length === 0) return null;
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th>Shared module</th>
          <th>Version</th>
          <th>Provided by</th>
          <th>Required by</th>
        </tr>
      </thead>
      <tbody>
        {data.map(({ name, version, provider, required }) => (
          <tr key={`${name} ${version}`}>
            <td>{name}</td>
            <td>{version}</td>
            <td>{provider}</td>
            <td>{required.join(', ')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

async function fetchRequired({ name, manifest }: Remote) {
  const { shared } = remoteManifest.parse(await (await fetch(manifest)).json());
  return { name, shared };
}

/** Number and compressed size of the files below a path that this page has loaded. Cached files have no size. */
function describeFiles(path: string): string {
  const files = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(({ name }) =>
    new URL(name).pathname.startsWith(path),
  );
  const bytes = files.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  return files.length === 0 ? '' : `${files.length}, ${Math.round(bytes / 1_000)} kB`;
}

/** The content hash in the file name of the shell's main script. */
function shellVersion(): string {
  const script = document.querySelector<HTMLScriptElement>('script[src*="/assets/main."]');
  return /main\.([0-9a-f]+)\.js/.exec(script?.src ?? '')?.[1] ?? 'development';
}
