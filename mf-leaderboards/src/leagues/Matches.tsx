import type { LeagueMatch, LeagueSide } from '@touchline/api/http/league-tables';
import type { League } from '@touchline/api/http/leagues';
import { useHost } from '@touchline/host/host';
import { LazyDialog } from '@touchline/host/LazyDialog';
import { useQuery } from '@touchline/host/query';
import { useSearchParams } from '@touchline/host/router';
import { Group } from '@touchline/ui/base';
import { EmptyState } from '@touchline/ui/EmptyState';
import { SegmentedControl } from '@touchline/ui/forms';
import { GameweekPicker } from '@touchline/ui/GameweekPicker';
import { useState } from 'react';
import { NotLoaded } from '../NotLoaded.tsx';
import { DrawFacts } from './DrawFacts.tsx';
import classes from './leagues.module.css';
import { fixturesQuery, tableQuery } from './leagues.queries.ts';
import { MatchCard } from './MatchCard.tsx';

const loadMatchDialog = async () => (await import('./MatchDialog.tsx')).MatchDialog;

/** Matches of a head-to-head league: those of a gameweek, or all of the user. */
export function Matches({ league, wallet }: { league: League; wallet: string }) {
  const { api } = useHost();
  const [url, setUrl] = useSearchParams();
  const [mine, setMine] = useState(false);
  const [opened, setOpened] = useState<LeagueMatch | null>(null);
  const { id, game, start_gameweek: first } = league;
  const last = game.last_gameweek;
  // The first page of the table knows the current gameweek.
  const current = useQuery(tableQuery(api, id, 1)).data?.gameweek ?? first;
  const gameweek = clamp(Number(url.get('gameweek') ?? current) || current, first, last);
  const query = useQuery(fixturesQuery(api, id, mine ? { wallet } : { gameweek }));
  const gameweeks = Array.from({ length: last - first + 1 }, (_, index) => ({
    id: first + index,
    name: `Gameweek ${first + index}`,
  }));
  const matches = sortOwnFirst(query.data?.matches ?? [], wallet);
  return (
    <>
      <Group justify="space-between" gap="sm">
        <SegmentedControl
          aria-label="Matches"
          size="md"
          data={[
            { value: 'all', label: 'Gameweek' },
            { value: 'mine', label: 'My matches' },
          ]}
          value={mine ? 'mine' : 'all'}
          onChange={(value) => setMine(value === 'mine')}
        />
        {mine ? null : (
          <GameweekPicker
            gameweeks={gameweeks}
            value={gameweek}
            current={current}
            onChange={(next) => setUrl({ view: 'matches', gameweek: String(next) })}
          />
        )}
      </Group>
      {query.data ? null : (
        <NotLoaded what="the matches" query={query} rows={5} height={92}>
          Your team and its points are safe. Check your connection.
        </NotLoaded>
      )}
      {query.data && matches.length === 0 ? (
        <NoMatches league={league} drawn={query.data.draw !== null} />
      ) : null}
      {matches.length > 0 ? (
        <ul className={classes.matches} aria-label="Matches">
          {matches.map((match) => (
            <MatchCard
              key={`${match.gameweek} ${match.home.participation_id} ${match.away.participation_id}`}
              match={match}
              isMine={isMatchOf(match, wallet)}
              showGameweek={mine}
              onOpen={
                match.gameweek === current && match.state !== 'SCHEDULED' ? () => setOpened(match) : null
              }
            />
          ))}
        </ul>
      ) : null}
      {query.data?.draw ? <DrawFacts id={id} draw={query.data.draw} /> : null}
      <LazyDialog
        what="The match"
        load={loadMatchDialog}
        dialog={{
          game,
          opened: opened !== null,
          match: opened ? (matches.find((match) => isSame(match, opened)) ?? opened) : null,
          onClose: () => setOpened(null),
        }}
      />
    </>
  );
}

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/** The user's match of a gameweek comes first. The matches of one user keep their order. */
const sortOwnFirst = (matches: readonly LeagueMatch[], wallet: string) =>
  matches.toSorted((a, b) => Number(isMatchOf(b, wallet)) - Number(isMatchOf(a, wallet)));
const isMatchOf = ({ home, away }: LeagueMatch, wallet: string) =>
  [home, away].some((side) => side.wallet_address?.toLowerCase() === wallet);

const isSide = (a: LeagueSide, b: LeagueSide) => a.participation_id === b.participation_id;
const isSame = (a: LeagueMatch, b: LeagueMatch) =>
  a.gameweek === b.gameweek && isSide(a.home, b.home) && isSide(a.away, b.away);

function NoMatches({ league: { start_gameweek }, drawn }: { league: League; drawn: boolean }) {
  return (
    <EmptyState title="No matches yet">
      {drawn
        ? 'The league has no matches in this gameweek.'
        : `The matches are drawn once the first match of gameweek ${start_gameweek} has started.`}
    </EmptyState>
  );
}
