import { useWatched } from '@touchline/host/host';
import { useFocusBack } from '@touchline/host/use-focus-back';
import { Button, Text } from '@touchline/ui/base';
import { useState } from 'react';
import { lazyPart } from '../lazy-part.tsx';
import { useShell } from '../shell-context.ts';

// Loaded with its input component when the user opens it.
const NicknameForm = lazyPart(async () => (await import('./NicknameForm.tsx')).NicknameForm, {
  fallback: <Text size="sm">Loading...</Text>,
  failed: 'The nickname could not be opened.',
});

/** Button that opens the form for the public nickname. */
export function Nickname() {
  const { host } = useShell();
  const { user } = useWatched(host.session);
  const [editing, setEditing] = useState(false);
  const button = useFocusBack<HTMLButtonElement>(editing);
  if (!user) return null;
  if (editing) return <NicknameForm name={user.nickname ?? ''} onDone={() => setEditing(false)} />;
  return (
    <Button ref={button} variant="default" onClick={() => setEditing(true)}>
      {user.nickname ? 'Change nickname' : 'Choose a nickname'}
    </Button>
  );
}
