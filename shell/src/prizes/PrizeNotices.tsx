import { coalesce } from '@touchline/host/coalesce';
import { useHost } from '@touchline/host/host';
import { VisuallyHidden } from '@touchline/ui/base';
import { useEffect, useState } from 'react';
import { useShell } from '../shell-context.ts';
import { buildPrizeToast } from './build-prize-toast.ts';
import { myPrizesQuery } from './my-prizes.query.ts';
import classes from './PrizeNotices.module.css';
import { takeNewPrizes } from './seen-prizes.ts';

const CELEBRATION_MS = 4_000;
/** A notice is not urgent, and a settlement sends a message to every browser. */
const JITTER_MS = 10_000;

/** Toast and a short celebration for prizes that were settled since the wallet's last visit in this browser. */
export function PrizeNotices({ wallet }: { wallet: string }) {
  const host = useHost();
  const { toasts } = useShell();
  const [announcement, setAnnouncement] = useState('');
  const [celebrating, setCelebrating] = useState(false);
  useEffect(() => {
    const stopping = new AbortController();
    async function check() {
      await waitUntilVisible(stopping.signal);
      if (stopping.signal.aborted) return;
      const prizes = await host.queryClient.fetchQuery(myPrizesQuery(host, wallet));
      if (stopping.signal.aborted) return;
      const toast = buildPrizeToast(takeNewPrizes(localStorage, wallet, prizes));
      if (!toast) return;
      toasts.showQuiet(toast);
      setAnnouncement([toast.title, ...toast.lines].join('. '));
      setCelebrating(true);
    }
    // A failure is not shown: My Teams lists all prizes.
    check().catch(() => {});
    const checkLater = coalesce(check, JITTER_MS);
    const unsubscribe = host.live.on(['prizes'], ({ topic }) => {
      // Resets repeat while the stream is down. The one after the reconnection is enough.
      if (topic !== 'reset' || host.live.get().connected) checkLater();
    });
    return () => {
      stopping.abort();
      unsubscribe();
    };
  }, [host, toasts, wallet]);
  useEffect(() => {
    if (!celebrating) return;
    const timer = setTimeout(() => setCelebrating(false), CELEBRATION_MS);
    return () => clearTimeout(timer);
  }, [celebrating]);
  return (
    <>
      <VisuallyHidden aria-live="polite" role="status">
        {announcement}
      </VisuallyHidden>
      {celebrating ? <div className={classes.glow} data-testid="celebration" aria-hidden="true" /> : null}
    </>
  );
}

/** Waits while the page is in the background, where a toast would close unseen. Does not resolve if the signal is aborted first. */
const waitUntilVisible = (signal: AbortSignal) =>
  new Promise<void>((done) => {
    if (!document.hidden) done();
    else document.addEventListener('visibilitychange', () => done(), { once: true, signal });
  });
