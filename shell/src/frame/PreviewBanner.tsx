import { useWatched } from '@touchline/host/host';
import { useLocation, useNavigate } from '@touchline/host/router';
import { useEffect, useState } from 'react';
import { lazyPart } from '../lazy-part.tsx';
import { useShell } from '../shell-context.ts';

const PreviewNotice = lazyPart(
  async () => (await import(/* webpackChunkName: "preview" */ './PreviewNotice.tsx')).PreviewNotice,
);

/** Query parameter of preview links. The gateway has read it before the page loads. */
const PARAMETER = 'preview';

/** Names the remotes that only this browser gets in their version, or says that a preview link has expired. */
export function PreviewBanner() {
  const { registry } = useShell();
  const { remotes, status } = useWatched(registry);
  const wasOpened = useOpenedLink();
  const previews = remotes.filter((remote) => remote.preview_until !== undefined);
  if (previews.length === 0 && !(wasOpened && status === 'ready')) return null;
  return <PreviewNotice previews={previews} />;
}

/** Returns whether the page was opened with a preview link, and removes the token from the address. */
function useOpenedLink(): boolean {
  const { pathname, search, hash } = useLocation();
  const go = useNavigate();
  const [wasOpened] = useState(() => new URLSearchParams(search).has(PARAMETER));
  useEffect(() => {
    const parameters = new URLSearchParams(search);
    if (!parameters.has(PARAMETER)) return;
    parameters.delete(PARAMETER);
    go({ pathname, search: parameters.toString(), hash }, { replace: true });
  }, [pathname, search, hash, go]);
  return wasOpened;
}
