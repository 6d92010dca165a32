import { Button, Text } from '@touchline/ui/base';
import { useState } from 'react';
import { lazyPart } from '../lazy-part.tsx';

// Loaded with its inputs when the user opens it.
const NotificationSettings = lazyPart(
  async () =>
    (await import(/* webpackChunkName: "notifications" */ './NotificationSettings.tsx')).NotificationSettings,
  { fallback: <Text size="sm">Loading...</Text>, failed: 'The notification settings could not be opened.' },
);

/** Button that opens the settings of notifications. */
export function Notifications({ wallet }: { wallet: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" aria-expanded={open} onClick={() => setOpen(!open)}>
        Notifications
      </Button>
      {open ? <NotificationSettings wallet={wallet} /> : null}
    </>
  );
}
