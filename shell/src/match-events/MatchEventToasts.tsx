import { useHost } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';
import { useLive } from '@touchline/host/use-live';
import { VisuallyHidden } from '@touchline/ui/base';
import { useEffect, useRef, useState } from 'react';
import { useShell } from '../shell-context.ts';
import { MATCH_EVENTS_KEY, matchEventsQuery } from './match-events.query.ts';
import { createNotifier } from './notifier.ts';
import { createTabTitle } from './tab-title.ts';

/** True while the user may be signing, paying or staking. All of these use dialogs. */
const isDialogOpen = () => document.querySelector('[role="dialog"]') !== null;

/** Notifies the user about match events of players in their running teams: by toast, tab title and screen reader. */
export function MatchEventToasts({ wallet }: { wallet: string }) {
  const host = useHost();
  const { toasts } = useShell();
  const [announcement, setAnnouncement] = useState('');
  const notifier = useRef<ReturnType<typeof createNotifier>>(null);
  useLive(['moments'], [MATCH_EVENTS_KEY]);
  const { data } = useQuery(matchEventsQuery(host));
  useEffect(() => {
    const title = createTabTitle();
    const created = createNotifier({
      host,
      wallet,
      isBusy: isDialogOpen,
      count: title.add,
      show(toast) {
        toasts.showQuiet(toast);
        setAnnouncement([toast.title, ...toast.lines].join('. '));
      },
    });
    notifier.current = created;
    return () => {
      created.stop();
      title.stop();
    };
  }, [host, wallet, toasts]);
  useEffect(() => {
    if (data) notifier.current?.receive(data.moments);
  }, [data]);
  return (
    <VisuallyHidden aria-live="polite" role="status">
      {announcement}
    </VisuallyHidden>
  );
}
