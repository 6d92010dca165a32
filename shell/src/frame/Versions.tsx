import { lazy, Suspense, useEffect, useState } from 'react';

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
    <Suspense fallback={null}>
      <VersionsPanel onClose={() => setOpen(false)} />
    </Suspense>
  ) : null;
}
