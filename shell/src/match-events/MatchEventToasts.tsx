import { useHost } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';
import { useLive } from '@touchline/host/use-live';
import { VisuallyHidden } from '@touchline/ui/base';
import { useEffect, useRef, useState } from 'react';
import { useShell } from '../shell-context.ts';
import { MATCH_EVENTS_KEY, matchEventsQuery } from './match-events.query.ts';
import { createTabTitle } from './tab-title.ts';
import { createNotifier } from './notifier.ts';

/** Signing, paying and staking all happen in dialogs. */
const isDialogOpen = () => document.querySelector('[role="dialog"]') !== null;

/** Tells the user about moments of the players in his running teams: as a toast, in the tab's title, to a screen reader. */
export function MatchEventToasts({ wallet }: { wallet: string }) {
  const host = useHost();
  const { toasts } = useShell();
  const [announcement, setSaid] = useState('');
  const notifier = useRef<ReturnType<typeof createNotifier>>(null);
  useLive(['moments'], [MATCH_EVENTS_KEY]);
  const { data } = useQuery(matchEventsQuery(host));
  useEffect(() => {
    const title = createTabTitle();
    const created = createNotifier({
      ...{ host, wallet, busy: isDialogOpen, count: title.add },
      show(toast) {
        toasts.showQuiet(toast);
        setSaid([toast.title, ...toast.lines].join('. '));
      },
    });
    notifier.current = created;
    return () => {
      created.stop();
      title.stop();
    };
  }, [host, wallet, toasts]);
  useEffect(() => {
    if (data) notifier.current?.heard(data.moments);
  }, [data]);
  return (
    <VisuallyHidden aria-live="polite" role="status">
      {announcement}
    </VisuallyHidden>
  );
}
