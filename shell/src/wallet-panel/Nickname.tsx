import { useWatched } from '@touchline/host/host';
import { Button } from '@touchline/ui/base';
import { lazy, Suspense, useState } from 'react';
import { useShell } from '../shell-context.ts';

// With its input only for who opens it.
const NicknameForm = lazy(async () => ({ default: (await import('./NicknameForm.tsx')).NicknameForm }));

/** The name that others see: shown with a button, chosen in a form. */
export function Nickname() {
  const { host } = useShell();
  const { user } = useWatched(host.session);
  const [editing, setEditing] = useState(false);
  if (!user) return null;
  if (editing)
    return (
      <Suspense fallback={null}>
        <NicknameForm name={user.nickname ?? ''} onDone={() => setEditing(false)} />
      </Suspense>
    );
  return (
    <Button variant="default" onClick={() => setEditing(true)}>
      {user.nickname ? 'Change nickname' : 'Choose a nickname'}
    </Button>
  );
}
