import type { MatchEvent } from '@touchline/api/http/fpl';
import { useHost, useWatched } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';
import { useLive } from '@touchline/host/use-live';
import { Button } from '@touchline/ui/base';
import { useId, useState } from 'react';
import { myTeamsQuery } from '../my-teams.query.ts';
import { useShell } from '../shell-context.ts';
import classes from './MatchEventFeed.module.css';
import { KIND_LABELS, formatMatch, formatMinute, formatSigned } from './labels.ts';
import { MATCH_EVENTS_KEY, matchEventsQuery } from './match-events.query.ts';

const INITIAL_COUNT = 6;

/** What happened in the gameweek, the latest first; one's own players are marked. */
export function MatchEventFeed() {
  const host = useHost();
  const { user } = useWatched(host.session);
  useLive(['moments', 'gameweek'], [MATCH_EVENTS_KEY]);
  const { data } = useQuery(matchEventsQuery(host));
  const teams = useQuery(myTeamsQuery(host, user?.wallet_address)).data?.running ?? [];
  const mine = new Set(teams.flatMap(({ players }) => players.map(({ id }) => id)));
  const [all, setAll] = useState(false);
  const moments = data?.moments ?? [];
  const shown = all ? moments : moments.slice(0, INITIAL_COUNT);
  return (
    <section aria-labelledby="moments-title">
      <h2 id="moments-title" className={classes.title}>
        Moments
        {user ? <NotificationSwitch /> : null}
      </h2>
      <ol className={classes.moments} aria-busy={!data}>
        {shown.map((moment) => (
          <Row key={moment.id} moment={moment} mine={moment.player !== null && mine.has(moment.player.id)} />
        ))}
        {data && moments.length === 0 ? (
          <li className={classes.none}>
            Goals, cards and bonus appear here once the first match has kicked off.
          </li>
        ) : null}
      </ol>
      {moments.length > INITIAL_COUNT ? (
        <Button variant="subtle" onClick={() => setAll(!all)} aria-expanded={all}>
          {all ? 'Show the latest only' : `Show all ${moments.length}`}
        </Button>
      ) : null}
    </section>
  );
}

function NotificationSwitch() {
  const { matchEventSetting: momentSwitch } = useShell();
  const on = useWatched(momentSwitch);
  const id = useId();
  return (
    <label className={classes.switch} htmlFor={id}>
      <input
        id={id}
        type="checkbox"
        checked={on}
        onChange={({ currentTarget }) => momentSwitch.set(currentTarget.checked)}
      />
      Tell me about my players
    </label>
  );
}

function Row({ moment, mine }: { moment: MatchEvent; mine: boolean }) {
  const { kind, player, points, taken_back } = moment;
  return (
    <li className={classes.moment} data-kind={kind} data-mine={mine || undefined}>
      <span className={classes.minute}>{formatMinute(moment)}</span>
      <span className={classes.what} data-back={taken_back || undefined}>
        <b>{KIND_LABELS[kind]}</b> {player ? `${player.web_name} (${player.club})` : null}
        {taken_back ? <em> taken back</em> : null}
        {mine ? <i> your player</i> : null}
      </span>
      <span className={classes.match}>{formatMatch(moment)}</span>
      <b className={classes.points}>{points === 0 || taken_back ? '' : formatSigned(points)}</b>
    </li>
  );
}
