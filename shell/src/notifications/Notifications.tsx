import { Button, Text } from '@touchline/ui/base';
import { useState } from 'react';
import { Loaded, lazyPart } from '../Loaded.tsx';

// Loaded with its inputs when the user opens it.
const NotificationSettings = lazyPart(
  async () =>
    (await import(/* webpackChunkName: "notifications" */ './NotificationSettings.tsx')).NotificationSettings,
);

/** Button that opens the settings of notifications. */
export function Notifications({ wallet }: { wallet: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" aria-expanded={open} onClick={() => setOpen(!open)}>
        Notifications
      </Button>
      {open ? (
        <Loaded
          fallback={<Text size="sm">Loading...</Text>}
          failed="The notification settings could not be opened."
        >
          <NotificationSettings wallet={wallet} />
        </Loaded>
      ) : null}
    </>
  );
}
