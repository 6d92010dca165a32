import { TouchlineError } from '@touchline/api/errors';
import { setNickname } from '@touchline/api/http/auth';
import { NICKNAMES_KEY } from '@touchline/host/use-nickname';
import { Button, Group } from '@touchline/ui/base';
import { TextInput } from '@touchline/ui/forms';
import { type FormEvent, useState } from 'react';
import { useShell } from '../shell-context.ts';

/** Form to set the nickname, or to remove it with an empty field. */
export function NicknameForm({ name, onDone }: { name: string; onDone(): void }) {
  const { host, session } = useShell();
  const [text, setText] = useState(name);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  async function save(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    try {
      await host.api.request(setNickname, { body: { nickname: text.trim() === '' ? null : text } });
      await session.confirm();
      void host.queryClient.invalidateQueries({ queryKey: NICKNAMES_KEY });
      onDone();
    } catch (cause) {
      setError(getErrorText(cause));
      setBusy(false);
    }
  }
  return (
    <form onSubmit={(event) => void save(event)}>
      <TextInput
        label="Nickname"
        description="Visible to everyone. Leave empty to remove it."
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setError(null);
        }}
        error={error}
        maxLength={40}
        autoComplete="nickname"
        data-autofocus
        autoFocus
      />
      <Group gap="xs" mt="xs">
        <Button type="submit" loading={busy}>
          Save
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </Group>
    </form>
  );
}

/** Error text from the field's detail, such as "The nickname must have at least 3 characters", or from the response. */
function getErrorText(cause: unknown): string {
  if (!(cause instanceof TouchlineError)) return 'Touchline is not responding. Try again.';
  const detail = cause.details.find(({ path }) => path === 'nickname');
  return detail ? `The nickname ${detail.message}` : cause.message;
}
