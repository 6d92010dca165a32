import { createTournament } from '@touchline/api/http/games';
import { useHost } from '@touchline/host/host';
import { useMutation } from '@touchline/host/query';
import { TOURNAMENT_FEE, TOURNAMENT_SEATS } from '@touchline/rules/tournaments';
import { Button, Stack } from '@touchline/ui/base';
import { Dialog } from '@touchline/ui/Dialog';
import { Alert } from '@touchline/ui/data';
import { formatTokens, formatUtc } from '@touchline/ui/format';
import { TextInput } from '@touchline/ui/forms';
import { IconAlertTriangle } from '@touchline/ui/icons';
import { type FormEvent, useState } from 'react';
import { getGamesQueryKey } from '../game/games.queries.ts';
import { FactRows } from '../page/FactRows.tsx';
import { GameweekStarts } from './GameweekStarts.tsx';
import { fromLocalInput, toLocalInput } from './local-time.ts';
import {
  buildNewTournament,
  EMPTY_FORM,
  type NewTournament,
  type TournamentErrors,
  type TournamentForm,
  toTournamentErrors,
} from './new-tournament.ts';
import classes from './tournaments.module.css';

interface CreateTournamentProps {
  opened: boolean;
  onClose: () => void;
}

/** Dialog in which an admin creates a tournament (TOURN-11 to TOURN-13). Closing it keeps the input; Cancel discards it. */
export function CreateTournament({ opened, onClose }: CreateTournamentProps) {
  const [form, setForm] = useState<TournamentForm>(EMPTY_FORM);
  const discard = () => {
    setForm(EMPTY_FORM);
    onClose();
  };
  const creation = useCreation(discard);
  return (
    <Dialog opened={opened} onClose={onClose} title="Create tournament" closeOnClickOutside={false}>
      <CreateForm form={form} setForm={setForm} creation={creation} onCancel={discard} />
    </Dialog>
  );
}

interface CreateFormProps {
  form: TournamentForm;
  setForm: (form: TournamentForm) => void;
  creation: ReturnType<typeof useCreation>;
  onCancel: () => void;
}

function CreateForm({ form, setForm, creation, onCancel }: CreateFormProps) {
  const [submitted, setSubmitted] = useState(false);
  const body = buildNewTournament(form);
  const incomplete = submitted && body === null;
  const serverErrors = creation.error ? toTournamentErrors(creation.error) : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (body) creation.mutate(body);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormAlert incomplete={incomplete} errors={serverErrors} />
        <Fields
          form={form}
          onChange={(changed) => {
            setForm({ ...form, ...changed });
            if (creation.isError) creation.reset();
          }}
          findError={(field) => serverErrors?.[field] ?? (incomplete && form[field].trim() === '')}
        />
        <dl className={classes.sheet}>
          <FactRows
            rows={[
              ['Entry fee', `${formatTokens(TOURNAMENT_FEE)} FOOTBALL`],
              ['Max participants', TOURNAMENT_SEATS],
            ]}
          />
        </dl>
        <div className={classes.buttons}>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={creation.isPending}>
            Create tournament
          </Button>
        </div>
      </Stack>
    </form>
  );
}

function useCreation(onCreated: () => void) {
  const host = useHost();
  return useMutation({
    mutationFn: (body: NewTournament) => host.api.request(createTournament, { body }),
    onSuccess: async ({ game }) => {
      host.notify({
        kind: 'success',
        title: 'Tournament created',
        message: `${game.name} is now in the list.`,
      });
      onCreated();
      await host.queryClient.invalidateQueries({ queryKey: getGamesQueryKey() });
    },
  });
}

function FormAlert({ incomplete, errors }: { incomplete: boolean; errors: TournamentErrors | null }) {
  const alert = { color: 'danger', role: 'alert', icon: <IconAlertTriangle aria-hidden="true" /> };
  if (incomplete) return <Alert {...alert}>Please fill in all required fields</Alert>;
  if (!errors) return null;
  return (
    <Alert {...alert} title="Failed to create tournament">
      {errors.others.length > 0 ? errors.others.join(' ') : 'Please correct the marked fields.'}
    </Alert>
  );
}

interface FieldsProps {
  form: TournamentForm;
  onChange: (changed: Partial<TournamentForm>) => void;
  findError: (field: 'name' | 'start' | 'deadline') => string | boolean;
}

function Fields({ form, onChange, findError }: FieldsProps) {
  return (
    <>
      <TextInput
        label="Name"
        withAsterisk
        aria-required
        maxLength={60}
        value={form.name}
        error={findError('name')}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <GameweekStarts
        onPick={(instant) => {
          const start = toLocalInput(instant);
          // Keeps a deadline that the admin has typed; replaces one that was set with another gameweek.
          const isDefaultDeadline = form.deadline === '' || form.deadline === form.start;
          onChange(isDefaultDeadline ? { start, deadline: start } : { start });
        }}
      />
      <LocalTimeInput
        label="Start date"
        value={form.start}
        error={findError('start')}
        onChange={(start) => onChange({ start })}
      />
      <LocalTimeInput
        label="Join deadline"
        value={form.deadline}
        error={findError('deadline')}
        onChange={(deadline) => onChange({ deadline })}
      />
      <TextInput
        label="Description (optional)"
        description="Not saved. Players see which matches count."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={280}
        value={form.description}
        onChange={({ currentTarget }) => onChange({ description: currentTarget.value })}
      />
    </>
  );
}

interface LocalTimeInputProps {
  label: string;
  value: string;
  error: string | boolean;
  onChange: (value: string) => void;
}

/** Input for a date and time in the user's time zone, with the UTC equivalent below. */
function LocalTimeInput({ label, value, error, onChange }: LocalTimeInputProps) {
  const instant = fromLocalInput(value);
  return (
    <TextInput
      type="datetime-local"
      step={1}
      label={label}
      withAsterisk
      aria-required
      description={instant ? formatUtc(instant) : 'In your time zone'}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={value}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
