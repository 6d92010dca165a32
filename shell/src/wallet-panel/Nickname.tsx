import { useWatched } from '@touchline/host/host';
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
  const [form, setForm] = useState<'unopened' | 'open' | 'closed'>('unopened');
  if (!user) return null;
  if (form === 'open') return <NicknameForm name={user.nickname ?? ''} onDone={() => setForm('closed')} />;
  return (
    // The form had the focus when it closed.
    <Button variant="default" autoFocus={form === 'closed'} onClick={() => setForm('open')}>
      {user.nickname ? 'Change nickname' : 'Choose a nickname'}
    </Button>
  );
}
