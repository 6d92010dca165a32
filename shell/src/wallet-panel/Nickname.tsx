import { useWatched } from '@touchline/host/host';
import { Button } from '@touchline/ui/base';
import { lazy, Suspense, useState } from 'react';
import { useShell } from '../shell-context.ts';

// Loaded with its input component when the user opens it.
const NicknameForm = lazy(async () => ({ default: (await import('./NicknameForm.tsx')).NicknameForm }));

/** Button that opens the form for the public nickname. */
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
