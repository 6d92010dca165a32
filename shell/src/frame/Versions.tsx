import { useWatched } from '@touchline/host/host';
import { ActionIcon, Group, Paper, Text } from '@touchline/ui/base';
import { IconX } from '@touchline/ui/icons';
import { useEffect, useState } from 'react';
import { useShell } from '../shell-context.ts';
import classes from './Versions.module.css';

/** Panel with the versions of the shell and the remotes, for bug reports. Alt+V toggles it, Escape closes it. */
export function Versions() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onKey = ({ altKey, code, key }: KeyboardEvent) => {
      if (altKey && code === 'KeyV') setOpen((was) => !was);
      if (key === 'Escape') setOpen(false);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return open ? <VersionsPanel onClose={() => setOpen(false)} /> : null;
}

function VersionsPanel({ onClose }: { onClose: () => void }) {
  const { registry, loader } = useShell();
  const { remotes } = useWatched(registry);
  const loaded = useWatched(loader.versions);
  return (
    <Paper component="section" aria-label="Versions on this page" className={classes.panel} withBorder p="sm">
      <Group justify="space-between" wrap="nowrap">
        <Text fw={600}>Versions on this page</Text>
        <ActionIcon variant="subtle" color="gray" aria-label="Close versions" onClick={onClose}>
          <IconX size={16} />
        </ActionIcon>
      </Group>
      <dl className={classes.list}>
        <dt>shell</dt>
        <dd>{shellVersion()}</dd>
        {remotes.map(({ name, version }) => (
          <div key={name} className={classes.row}>
            <dt>{name}</dt>
            <dd>{loaded[name] ?? `${version} (not loaded)`}</dd>
          </div>
        ))}
      </dl>
    </Paper>
  );
}

/** The content hash in the file name of the shell's main script. */
function shellVersion(): string {
  const script = document.querySelector<HTMLScriptElement>('script[src*="/assets/main."]');
  return /main\.([0-9a-f]+)\.js/.exec(script?.src ?? '')?.[1] ?? 'development';
}
