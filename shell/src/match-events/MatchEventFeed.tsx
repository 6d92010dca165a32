import type { ParticipationDetails } from '@touchline/api/http/entries';
import type { MatchEvent } from '@touchline/api/http/fpl';
import { useHost, useWatched } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';
import { useLive } from '@touchline/host/use-live';
import { Button } from '@touchline/ui/base';
import { useId, useState } from 'react';
import { LoadedSection } from '../LoadedSection.tsx';
import { lazyPart } from '../lazy-part.tsx';
import { useShell } from '../shell-context.ts';
import { formatMatch, formatMinute, formatSigned, KIND_LABELS } from './labels.ts';
import classes from './MatchEventFeed.module.css';
import { MATCH_EVENTS_KEY, matchEventsQuery } from './match-events.query.ts';

const INITIAL_COUNT = 6;

/** Loaded after the events. */
const WatchPlayer = lazyPart(
  async () => (await import(/* webpackChunkName: "watch" */ './WatchPlayer.tsx')).WatchPlayer,
);

/**
 * Match events of the gameweek, latest first. The players of the user's `teams` are marked; a star adds a player to the
 * watchlist of a user.
 */
export function MatchEventFeed({ teams }: { teams: readonly Pick<ParticipationDetails, 'players'>[] }) {
  const host = useHost();
  const { user } = useWatched(host.session);
  useLive(['moments', 'gameweek'], [MATCH_EVENTS_KEY]);
  const query = useQuery(matchEventsQuery(host));
  const mine = new Set(teams.flatMap(({ players }) => players.map(({ id }) => id)));
  return (
    <LoadedSection
      what="The match events"
      query={query}
      title="Match events"
      aside={user ? <NotificationSwitch /> : null}
    >
      <Events events={query.data?.moments} mine={mine} watchable={Boolean(user)} />
    </LoadedSection>
  );
}

interface EventsProps {
  /** Undefined until they are loaded. */
  events: readonly MatchEvent[] | undefined;
  /** Ids of the user's players. */
  mine: ReadonlySet<number>;
  watchable: boolean;
}

/** The latest events, or all of them after a press. */
function Events({ events, mine, watchable }: EventsProps) {
  const [all, setAll] = useState(false);
  const count = events?.length ?? 0;
  return (
    <>
      <ol className={classes.events} aria-busy={!events}>
        {events?.slice(0, all ? count : INITIAL_COUNT).map((event) => (
          <Row
            key={event.id}
            event={event}
            mine={event.player !== null && mine.has(event.player.id)}
            watchable={watchable}
          />
        ))}
        {events && count === 0 ? (
          <li className={classes.none}>
            Goals, cards and bonus points appear here after the first kick-off.
          </li>
        ) : null}
      </ol>
      {count > INITIAL_COUNT ? (
        <Button variant="subtle" onClick={() => setAll(!all)} aria-expanded={all}>
          {all ? 'Show the latest only' : `Show all ${count}`}
        </Button>
      ) : null}
    </>
  );
}

function NotificationSwitch() {
  const { matchEventSetting } = useShell();
  const on = useWatched(matchEventSetting);
  const id = useId();
  return (
    <label className={classes.switch} htmlFor={id}>
      <input
        id={id}
        type="checkbox"
        checked={on}
        onChange={({ currentTarget }) => matchEventSetting.set(currentTarget.checked)}
      />
      Notify me about my players
    </label>
  );
}

/** A match event. A star is offered to users who can build teams. */
function Row({ event, mine, watchable }: { event: MatchEvent; mine: boolean; watchable: boolean }) {
  const { kind, player, points, taken_back } = event;
  return (
    <li className={classes.event} data-kind={kind} data-mine={mine || undefined}>
      <span className={classes.minute}>{formatMinute(event)}</span>
      <span className={classes.what} data-back={taken_back || undefined}>
        <b>{KIND_LABELS[kind]}</b> {player ? `${player.web_name} (${player.club})` : null}
        {taken_back ? <em> removed</em> : null}
        {mine ? <i> your player</i> : null}
      </span>
      <span className={classes.match}>{formatMatch(event)}</span>
      <b className={classes.points}>{points === 0 || taken_back ? '' : formatSigned(points)}</b>
      {player && watchable ? <WatchPlayer player={player} /> : null}
    </li>
  );
}
