import { lazy, useEffect, useState } from 'react';
import { Loaded } from '../Loaded.tsx';

const VersionsPanel = lazy(async () => ({
  default: (await import(/* webpackChunkName: "versions" */ './VersionsPanel.tsx')).VersionsPanel,
}));

/** Panel about the builds on this page, for teams and bug reports. Alt+V toggles it, Escape closes it. */
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
  return open ? (
    <Loaded>
      <VersionsPanel onClose={() => setOpen(false)} />
    </Loaded>
  ) : null;
}
