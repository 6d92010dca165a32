import type { RequestInput } from '@touchline/api/endpoint';
import { createLeague, type LeagueKind, leagueName } from '@touchline/api/http/leagues';
import { useHost } from '@touchline/host/host';
import { useMutation, useQuery } from '@touchline/host/query';
import { Button, Stack, Text } from '@touchline/ui/base';
import { Dialog } from '@touchline/ui/Dialog';
import { EmptyState } from '@touchline/ui/EmptyState';
import { NativeSelect, SegmentedControl, TextInput } from '@touchline/ui/forms';
import { type FormEvent, useState } from 'react';
import { NotLoaded } from '../NotLoaded.tsx';
import { concerns, describeStartError, MIN_OPPONENTS } from './league-texts.ts';
import { joinedGamesQuery, LEAGUES_KEY } from './leagues.queries.ts';
import { DEFAULT_SETTINGS, type LeagueSettings, MoreSettings } from './MoreSettings.tsx';
import { useGameweeks } from './use-gameweeks.ts';

interface CreateLeagueProps {
  opened: boolean;
  onClose: () => void;
}

/** Input of the form. */
interface Draft {
  /** Empty: the first game. */
  game_id: string;
  name: string;
  kind: LeagueKind;
  settings: LeagueSettings;
}

const EMPTY: Draft = { game_id: '', name: '', kind: 'CLASSIC', settings: DEFAULT_SETTINGS };

interface FormProps {
  draft: Draft;
  onDraft: (draft: Draft) => void;
  creation: ReturnType<typeof useCreation>;
}

/** Dialog that creates a league and opens its page with the invitation. Keeps the input and the request while it is closed. */
export function CreateLeague({ opened, onClose }: CreateLeagueProps) {
  const [draft, setDraft] = useState(EMPTY);
  const creation = useCreation();
  return (
    <Dialog opened={opened} onClose={onClose} title="Create a league">
      <GamesLoaded draft={draft} onDraft={setDraft} creation={creation} />
    </Dialog>
  );
}

type Games = NonNullable<ReturnType<typeof useGames>['data']>;
const useGames = () => useQuery(joinedGamesQuery(useHost().api));

function GamesLoaded(props: FormProps) {
  const { navigate } = useHost();
  const games = useGames();
  if (!games.data)
    return (
      <NotLoaded what="your games" query={games} rows={3}>
        Your teams are safe. Check your connection.
      </NotLoaded>
    );
  if (games.data.length === 0)
    return (
      <EmptyState
        title="Build a team first"
        action={<Button onClick={() => navigate('/choose-game')}>Choose a game</Button>}
      >
        A league is a table of teams in one game. Your team is the first in it.
      </EmptyState>
    );
  return <CreateForm games={games.data} {...props} />;
}

const HINTS: Readonly<Record<LeagueKind, string>> = {
  CLASSIC: 'The team with the most points leads. Friends can join until the game ends.',
  HEAD_TO_HEAD: `One match a gameweek. ${MIN_OPPONENTS} to 20 members, who all join before the start.`,
};

function CreateForm({ games, draft, onDraft, creation }: FormProps & { games: Games }) {
  const { name, settings } = draft;
  const [nameError, setNameError] = useState<string | null>(null);
  const game = games.find(({ id }) => id === draft.game_id) ?? games[0];
  const { all, open } = useGameweeks(game);
  const kind = open.length > 0 ? draft.kind : 'CLASSIC';
  const gameweeks = kind === 'CLASSIC' ? all : open;
  const start = gameweeks.find((gameweek) => gameweek === settings.start_gameweek) ?? null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const parsed = leagueName.safeParse(name);
    setNameError(parsed.success ? null : `The name ${parsed.error.issues[0]?.message ?? 'is missing'}.`);
    if (!parsed.success || !game) return;
    const { uses_coefficient, knock_out_gameweeks } = settings;
    creation.mutate({
      game_id: game.id,
      name: parsed.data,
      kind,
      uses_coefficient,
      knock_out_gameweeks: kind === 'CLASSIC' ? 0 : knock_out_gameweeks,
      ...(start === null ? {} : { start_gameweek: start }),
    });
  };
  const clearErrors = () => {
    setNameError(null);
    if (creation.isError) creation.reset();
  };
  const { error } = creation;
  const isNameTaken = concerns(error, 'name');
  const startError = describeStartError(error, start ?? game?.last_gameweek);
  return (
    <form onSubmit={submit} onChange={clearErrors} noValidate>
      <Stack>
        <NativeSelect
          label="Game"
          data={games.map((each) => ({ value: each.id, label: each.name }))}
          value={game?.id}
          onChange={({ currentTarget }) =>
            onDraft({
              ...draft,
              game_id: currentTarget.value,
              settings: { ...settings, start_gameweek: null },
            })
          }
        />
        <TextInput
          label="Name"
          data-autofocus
          maxLength={40}
          value={name}
          error={nameError ?? (isNameTaken ? error?.message : null)}
          onChange={({ currentTarget }) => onDraft({ ...draft, name: currentTarget.value })}
        />
        <KindField
          value={kind}
          isHeadToHeadOpen={open.length > 0}
          onChange={(chosen) => onDraft({ ...draft, kind: chosen })}
        />
        <MoreSettings
          isNew
          gameweeks={gameweeks}
          kind={kind}
          value={{ ...settings, start_gameweek: start }}
          startError={startError}
          onChange={(changed) => onDraft({ ...draft, settings: changed })}
        />
        {error && !isNameTaken && !startError ? (
          <Text role="alert" c="danger">
            {error.message}
          </Text>
        ) : null}
        <Button type="submit" loading={creation.isPending}>
          Create league
        </Button>
      </Stack>
    </form>
  );
}

interface KindFieldProps {
  value: LeagueKind;
  /** False if every gameweek of the game has started. */
  isHeadToHeadOpen: boolean;
  onChange: (kind: LeagueKind) => void;
}

function KindField({ value, isHeadToHeadOpen, onChange }: KindFieldProps) {
  return (
    <div>
      <SegmentedControl
        fullWidth
        size="md"
        aria-label="Kind"
        data={[
          { value: 'CLASSIC', label: 'Classic' },
          { value: 'HEAD_TO_HEAD', label: 'Head-to-head', disabled: !isHeadToHeadOpen },
        ]}
        value={value}
        onChange={(kind) => onChange(kind as LeagueKind)}
      />
      <Text fz="sm" c="dimmed" mt={6}>
        {HINTS[value]}
        {isHeadToHeadOpen ? null : ' Head-to-head needs a gameweek that has not started.'}
      </Text>
    </div>
  );
}

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
