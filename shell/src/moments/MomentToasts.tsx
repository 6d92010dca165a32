import { useHost } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';
import { useLive } from '@touchline/host/use-live';
import { VisuallyHidden } from '@touchline/ui/base';
import { useEffect, useRef, useState } from 'react';
import { useShell } from '../shell-context.ts';
import { MOMENTS_KEY, momentsQuery } from './moments.query.ts';
import { createTabTitle } from './tab-title.ts';
import { createTeller } from './teller.ts';

/** Signing, paying and staking all happen in dialogs. */
const dialogIsOpen = () => document.querySelector('[role="dialog"]') !== null;

/** Tells the user about moments of the players in his running teams: as a toast, in the tab's title, to a screen reader. */
export function MomentToasts({ wallet }: { wallet: string }) {
  const host = useHost();
  const { toasts } = useShell();
  const [said, setSaid] = useState('');
  const teller = useRef<ReturnType<typeof createTeller>>(null);
  useLive(['moments'], [MOMENTS_KEY]);
  const { data } = useQuery(momentsQuery(host));
  useEffect(() => {
    const title = createTabTitle();
    const made = createTeller({
      ...{ host, wallet, busy: dialogIsOpen, count: title.add },
      show(toast) {
        toasts.tell(toast);
        setSaid([toast.title, ...toast.lines].join('. '));
      },
    });
    teller.current = made;
    return () => {
      made.stop();
      title.stop();
    };
  }, [host, wallet, toasts]);
  useEffect(() => {
    if (data) teller.current?.heard(data.moments);
  }, [data]);
  return (
    <VisuallyHidden aria-live="polite" role="status">
      {said}
    </VisuallyHidden>
  );
}
