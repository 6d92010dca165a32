import type { Bootstrap, Gameweek } from '@touchline/api/http/fpl';
import type { Game } from '@touchline/api/http/games';
import { useHost } from '@touchline/host/host';
import { LazyDialog } from '@touchline/host/LazyDialog';
import { useNow } from '@touchline/host/use-now';
import { mapPositions } from '@touchline/rules/lineup';
import { Container, VisuallyHidden } from '@touchline/ui/base';
import { memo, useEffect, useMemo, useReducer, useState } from 'react';
import { BuilderContext } from '../draft/builder-context.ts';
import { buildDraftKey, createDraftStore, dropOldDrafts } from '../draft/draft-store.ts';
import { type BuilderPlayer, toBuilderPlayers } from '../football/builder-players.ts';
import { useUpcoming } from '../football/use-upcoming.ts';
import { type ChosenGame, getChosenGameId } from '../game/chosen-game.ts';
import { loadOnActivity } from '../load-on-activity.ts';
import classes from './builder.module.css';
import { type FirstGameweek, findFirstGameweek } from './first-gameweek.ts';
import { Panes } from './Panes.tsx';

const loadDetails = async () =>
  (await import(/* webpackChunkName: "builder-dialogs" */ '../pool/PlayerDetails.tsx')).PlayerDetails;

/** Memoized because the clock renders the builder each second, and the panes contain hundreds of players. */
const MemoizedPanes = memo(Panes);

interface TeamBuilderProps {
  chosen: ChosenGame;
  wallet: string;
  football: Bootstrap;
  game: Game | null;
}

/** The team builder for a game. Provides the draft and the context for all its components. */
export function TeamBuilder({ chosen, wallet, football, game }: TeamBuilderProps) {
  const now = useNow();
  const players = useMemo(() => toBuilderPlayers(football), [football]);
  const positions = useMemo(() => mapPositions(players), [players]);
  const [store] = useState(() => {
    const { season } = football;
    dropOldDrafts(season, now);
    const key = buildDraftKey(wallet, chosen.mode, getChosenGameId(chosen) ?? game?.id);
    return createDraftStore({ key, positions, season, ends_at: game?.end_time ?? null });
  });
  const firstGameweek = useFirstGameweek(game, football.gameweeks, now);
  const upcoming = useUpcoming(firstGameweek?.gameweek ?? null, now);
  const [announcement, announce] = useReducer(
    ({ count }: { count: number }, text: string) => ({ text, count: count + 1 }),
    { text: '', count: 0 },
  );
  const [details, showDetails] = useState<BuilderPlayer | null>(null);
  // Loads all dialogs of the builder, which are one chunk.
  useEffect(() => loadOnActivity(loadDetails), []);
  const builder = useMemo(
    () => ({
      store,
      chosen,
      game,
      players,
      byId: new Map(players.map((player) => [player.id, player])),
      positions,
      upcoming,
      announce,
      showDetails,
    }),
    [store, chosen, game, players, positions, upcoming],
  );
  return (
    <BuilderContext value={builder}>
      <Container size="xl" className={classes.page ?? ''}>
        <MemoizedPanes wallet={wallet} firstGameweek={firstGameweek} />
      </Container>
      <VisuallyHidden role="status">
        {/* A new element each time, so that screen readers also read a text that repeats. */}
        <span key={announcement.count}>{announcement.text}</span>
      </VisuallyHidden>
      <LazyDialog
        what="The player"
        load={loadDetails}
        dialog={{ opened: details !== null, player: details, onClose: () => showDetails(null) }}
      />
    </BuilderContext>
  );
}

/** The first gameweek at `now`. Returns the same object until it changes. */
function useFirstGameweek(
  game: Game | null,
  gameweeks: readonly Gameweek[],
  now: number,
): FirstGameweek | null {
  const { calendar } = useHost().config;
  const found = game && findFirstGameweek(game, gameweeks, now, calendar);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the clock creates an equal object each second
  return useMemo(() => found, [found?.gameweek, found?.kickOff]);
}
