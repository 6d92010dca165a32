import { leagueCode } from '@touchline/api/http/leagues';
import { useHost } from '@touchline/host/host';
import { Button } from '@touchline/ui/base';
import { TextInput } from '@touchline/ui/forms';
import { type FormEvent, useState } from 'react';
import { buildInvitePath } from './league-texts.ts';
import classes from './leagues.module.css';

/** Form for the code or the link of an invitation. */
export function CodeForm() {
  const { navigate } = useHost();
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = leagueCode.safeParse(text.split('/').at(-1));
    if (code.success) navigate(buildInvitePath(code.data));
    else setError('A code has 8 letters and digits, such as 4KX9-T2QM.');
  };
  return (
    <form className={classes.code} onSubmit={submit} noValidate>
      <TextInput
        label="Have a code?"
        placeholder="4KX9-T2QM"
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={200}
        value={text}
        error={error}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setError(null);
        }}
      />
      <Button type="submit" variant="default">
        Open the invitation
      </Button>
    </form>
  );
}
