import type { ParticipationDetails } from '@touchline/api/http/entries';
import { useHost, useWatched } from '@touchline/host/host';
import { useLive } from '@touchline/host/use-live';
import { Container } from '@touchline/ui/base';
import { useState } from 'react';
import sectionClasses from '../LoadedSection.module.css';
import { lazyPart } from '../lazy-part.tsx';
import { MatchEventFeed } from '../match-events/MatchEventFeed.tsx';
import { Leaders } from './Leaders.tsx';
import classes from './MatchCentre.module.css';
import { MatchStrip } from './MatchStrip.tsx';
import { LEADERS_KEY, MATCHES_KEY } from './match-centre.queries.ts';
import type { CurrentGameweek } from './use-current-gameweek.ts';

/** Reserves the space of the teams. */
const TeamsSpace = () => (
  <section aria-busy="true">
    <h2 className={sectionClasses.title}>Your teams</h2>
    <ul className={classes.teams} />
  </section>
);

/** Loaded for players only. */
const MyTeams = lazyPart(
  async () => (await import(/* webpackChunkName: "home-player" */ './MyTeams.tsx')).MyTeams,
  { fallback: <TeamsSpace />, failed: 'Your teams could not be loaded. They are safe.' },
);
const MyLeagues = lazyPart(
  async () => (await import(/* webpackChunkName: "home-player" */ './MyLeagues.tsx')).MyLeagues,
  { failed: 'Your leagues could not be loaded. They are safe.' },
);

const NO_TEAMS: readonly ParticipationDetails[] = [];

/** The matches of the gameweek, match events, and the player's teams or, for guests, the leaders. */
export function MatchCentre({ current }: { current: CurrentGameweek }) {
  const { status } = useWatched(useHost().session);
  const [running, setRunning] = useState<readonly ParticipationDetails[]>(NO_TEAMS);
  useLive(['fixtures', 'gameweek', 'points'], [MATCHES_KEY]);
  useLive(['leaderboard', 'game'], [LEADERS_KEY]);
  return (
    <Container size="xl" className={classes.centre ?? ''}>
      <MatchStrip current={current} />
      {status === 'player' ? <MyTeams onRunning={setRunning} /> : null}
      {status === 'guest' ? <Leaders /> : null}
      <MatchEventFeed teams={status === 'player' ? running : NO_TEAMS} />
      {status === 'player' ? <MyLeagues /> : null}
    </Container>
  );
}
