import { Button } from '@touchline/ui/base';
import { lazy, useState } from 'react';
import { Loaded } from '../Loaded.tsx';

// Loaded with its inputs when the user opens it.
const NotificationSettings = lazy(async () => ({
  default: (await import(/* webpackChunkName: "notifications" */ './NotificationSettings.tsx'))
    .NotificationSettings,
}));

/** Button that opens the settings of notifications. */
export function Notifications({ wallet }: { wallet: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" aria-expanded={open} onClick={() => setOpen(!open)}>
        Notifications
      </Button>
      {open ? (
        <Loaded>
          <NotificationSettings wallet={wallet} />
        </Loaded>
      ) : null}
    </>
  );
}
