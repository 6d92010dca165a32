import { useEffect, useState } from 'react';
import { lazyPart } from '../lazy-part.tsx';

const VersionsPanel = lazyPart(
  async () => (await import(/* webpackChunkName: "versions" */ './VersionsPanel.tsx')).VersionsPanel,
);

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
  return open ? <VersionsPanel onClose={() => setOpen(false)} /> : null;
}
