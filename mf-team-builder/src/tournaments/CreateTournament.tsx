import { createTournament } from '@touchline/api/http/games';
import { useHost } from '@touchline/host/host';
import { useMutation, useQueryClient } from '@touchline/host/query';
import { Alert, Button } from '@touchline/ui/base';
import { TextInput } from '@touchline/ui/forms';
import { IconAlertTriangle } from '@touchline/ui/icons';
import { type FormEvent, useState } from 'react';
import { GAMES_KEY } from '../game/games.queries.ts';
import { tokens } from '../game/timed-game.ts';
import { Dialog } from '../page/Dialog.tsx';
import { GameweekStarts } from './GameweekStarts.tsx';
import { fromLocalInput, inUtc, toLocalInput } from './local-time.ts';
import {
  EMPTY_FORM,
  errorsOf,
  type NewTournament,
  newTournament,
  TOURNAMENT_FEE,
  TOURNAMENT_SEATS,
  type TournamentForm,
} from './new-tournament.ts';
import classes from './tournaments.module.css';

interface CreateTournamentProps {
  opened: boolean;
  onClose: () => void;
}

/** Creates a tournament (TOURN-11 to TOURN-13); for admins, and the server looks again. */
export function CreateTournament({ opened, onClose }: CreateTournamentProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Create tournament" closeOnClickOutside={false}>
      <CreateForm onClose={onClose} />
    </Dialog>
  );
}

function CreateForm({ onClose }: Pick<CreateTournamentProps, 'onClose'>) {
  const host = useHost();
  const client = useQueryClient();
  const [form, setForm] = useState<TournamentForm>(EMPTY_FORM);
  const [tried, setTried] = useState(false);
  const creation = useMutation({
    mutationFn: (body: NewTournament) => host.api.call(createTournament, { body }),
    onSuccess: async ({ game }) => {
      host.notify({ kind: 'success', title: 'Tournament created', message: `${game.name} is in the list.` });
      onClose();
      await client.invalidateQueries({ queryKey: GAMES_KEY });
    },
  });
  const errors = creation.error ? errorsOf(creation.error) : null;
  const body = newTournament(form);
  const incomplete = tried && body === null;
  const change = (fields: Partial<TournamentForm>) => setForm((before) => ({ ...before, ...fields }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (body) creation.mutate(body);
  };
  const blank = (text: string) => incomplete && text.trim() === '';
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {incomplete ? (
        <Alert color="danger" role="alert" icon={<IconAlertTriangle aria-hidden="true" />}>
          Please fill in all required fields
        </Alert>
      ) : errors ? (
        <Alert
          color="danger"
          role="alert"
          icon={<IconAlertTriangle aria-hidden="true" />}
          title="Failed to create tournament"
        >
          {errors.others.length > 0 ? errors.others.join(' ') : 'See below what to change.'}
        </Alert>
      ) : null}
      <TextInput
        label="Name"
        withAsterisk
        aria-required
        maxLength={60}
        value={form.name}
        error={errors?.name ?? blank(form.name)}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <GameweekStarts
        onPick={(start) =>
          change({ start: toLocalInput(start), ...(form.deadline ? {} : { deadline: toLocalInput(start) }) })
        }
      />
      <Moment
        label="Start date"
        value={form.start}
        error={errors?.start ?? blank(form.start)}
        onChange={(start) => change({ start })}
      />
      <Moment
        label="Join deadline"
        value={form.deadline}
        error={errors?.deadline ?? blank(form.deadline)}
        onChange={(deadline) => change({ deadline })}
      />
      <TextInput
        label="Description (optional)"
        description="A note for yourself; players read which matches count."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={280}
        value={form.description}
        onChange={({ currentTarget }) => change({ description: currentTarget.value })}
      />
      <dl className={classes.sheet}>
        <div>
          <dt>Entry fee</dt>
          <dd>{tokens(TOURNAMENT_FEE)} FOOTBALL</dd>
        </div>
        <div>
          <dt>Max participants</dt>
          <dd>{TOURNAMENT_SEATS}</dd>
        </div>
      </dl>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={creation.isPending}>
          Create Tournament
        </Button>
      </div>
    </form>
  );
}

interface MomentProps {
  label: string;
  value: string;
  error: string | boolean;
  onChange: (value: string) => void;
}

/** A moment in the visitor's own time, with the same in UTC below. */
function Moment({ label, value, error, onChange }: MomentProps) {
  const instant = fromLocalInput(value);
  return (
    <TextInput
      type="datetime-local"
      step={1}
      label={label}
      withAsterisk
      aria-required
      description={instant ? inUtc(instant) : 'In your own time zone'}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={value}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
