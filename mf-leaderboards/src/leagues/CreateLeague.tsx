import type { RequestInput } from '@touchline/api/endpoint';
import { TouchlineError } from '@touchline/api/errors';
import { createLeague, type LeagueKind, leagueName } from '@touchline/api/http/leagues';
import { useHost } from '@touchline/host/host';
import { useMutation, useQuery } from '@touchline/host/query';
import { Button } from '@touchline/ui/base';
import { Dialog } from '@touchline/ui/Dialog';
import { EmptyState } from '@touchline/ui/EmptyState';
import { ErrorState } from '@touchline/ui/ErrorState';
import { NativeSelect, SegmentedControl, TextInput } from '@touchline/ui/forms';
import { RowsSkeleton } from '@touchline/ui/skeletons';
import { type FormEvent, useState } from 'react';
import { MIN_OPPONENTS } from './league-texts.ts';
import classes from './leagues.module.css';
import { joinedGamesQuery, LEAGUES_KEY } from './leagues.queries.ts';
import { DEFAULT_SETTINGS, MoreSettings } from './MoreSettings.tsx';

export interface CreateLeagueProps {
  opened: boolean;
  onClose: () => void;
}

/** Dialog that creates a league and opens its page with the invitation. */
export function CreateLeague({ opened, onClose }: CreateLeagueProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Create a league">
      <GamesLoaded />
    </Dialog>
  );
}

type Games = NonNullable<ReturnType<typeof useGames>['data']>;
const useGames = () => useQuery(joinedGamesQuery(useHost().api));

function GamesLoaded() {
  const { navigate } = useHost();
  const games = useGames();
  if (games.isPending) return <RowsSkeleton rows={3} label="Loading your games" />;
  if (!games.data)
    return (
      <ErrorState
        title="Failed to load your games"
        onRetry={() => void games.refetch()}
        retrying={games.isFetching}
      >
        Your teams are safe. Check your connection.
      </ErrorState>
    );
  if (games.data.length === 0)
    return (
      <EmptyState
        title="Build a team first"
        action={<Button onClick={() => navigate('/choose-game')}>Choose a game</Button>}
      >
        A league is a table of teams in one game. Yours is the first one in it.
      </EmptyState>
    );
  return <CreateForm games={games.data} />;
}

const HINTS: Readonly<Record<LeagueKind, string>> = {
  CLASSIC: 'Most points leads. Friends can join at any time.',
  HEAD_TO_HEAD: `One match a gameweek. ${MIN_OPPONENTS} to 20 members; nobody joins after the start.`,
};

function CreateForm({ games }: { games: Games }) {
  const [game_id, setGame] = useState(games[0]?.id ?? '');
  const [name, setName] = useState('');
  const [kind, setKind] = useState<LeagueKind>('CLASSIC');
  const [settings, setSettings] = useState(DEFAULT_SETTINGS);
  const [nameError, setNameError] = useState<string | null>(null);
  const creation = useCreation();
  const game = games.find(({ id }) => id === game_id);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parsed = leagueName.safeParse(name);
    setNameError(parsed.success ? null : `The name ${parsed.error.issues[0]?.message ?? 'is missing'}.`);
    if (!parsed.success) return;
    const { start_gameweek, uses_coefficient, knock_out_gameweeks } = settings;
    creation.mutate({
      game_id,
      name: parsed.data,
      kind,
      uses_coefficient,
      knock_out_gameweeks: kind === 'CLASSIC' ? 0 : knock_out_gameweeks,
      ...(start_gameweek === null ? {} : { start_gameweek }),
    });
  };
  const error = creation.error && !isNameError(creation.error) ? creation.error.message : null;
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <NativeSelect
        label="Game"
        data={games.map((each) => ({ value: each.id, label: each.name }))}
        value={game_id}
        onChange={({ currentTarget }) => {
          setGame(currentTarget.value);
          setSettings({ ...settings, start_gameweek: null });
        }}
      />
      <TextInput
        label="Name"
        data-autofocus
        maxLength={40}
        value={name}
        error={nameError ?? (isNameError(creation.error) ? creation.error?.message : null)}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <div>
        <SegmentedControl
          fullWidth
          size="md"
          aria-label="Kind"
          data={[
            { value: 'CLASSIC', label: 'Classic' },
            { value: 'HEAD_TO_HEAD', label: 'Head-to-head' },
          ]}
          value={kind}
          onChange={(value) => setKind(value as LeagueKind)}
        />
        <p className={classes.muted}>{HINTS[kind]}</p>
      </div>
      {game ? <MoreSettings game={game} kind={kind} value={settings} onChange={setSettings} /> : null}
      {error ? (
        <p role="alert" className={classes.error}>
          {error}
        </p>
      ) : null}
      <Button type="submit" loading={creation.isPending}>
        Create league
      </Button>
    </form>
  );
}

const isNameError = (error: Error | null) =>
  error instanceof TouchlineError && error.details.some(({ path }) => path === 'name');

function useCreation() {
  const { api, navigate, queryClient } = useHost();
  return useMutation({
    mutationFn: (body: RequestInput<typeof createLeague.body>) => api.request(createLeague, { body }),
    onSuccess: async ({ league }) => {
      await queryClient.invalidateQueries({ queryKey: LEAGUES_KEY, refetchType: 'none' });
      navigate(`/leagues/${league.id}`, { state: { created: true } });
    },
  });
}
