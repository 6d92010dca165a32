import type { League } from '@touchline/api/http/leagues';
import { useHost } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';
import { useWatchlist } from '@touchline/host/use-watchlist';
import { Button, Text } from '@touchline/ui/base';
import { Progress, Table } from '@touchline/ui/data';
import { EmptyState } from '@touchline/ui/EmptyState';
import { formatCount, plural } from '@touchline/ui/format';
import { WatchButton } from '@touchline/ui/WatchButton';
import { useState } from 'react';
import { NotLoaded } from '../NotLoaded.tsx';
import classes from './leagues.module.css';
import { ownershipQuery } from './leagues.queries.ts';

const SHOWN = 20;
/** Number of members who are counted: the first of the table. */
const MAX_COUNTED = 1_000;

/** Shares of the members who own, start and captain each player, with a star for the watchlist. */
export function Ownership({ league }: { league: League }) {
  const query = useQuery(ownershipQuery(useHost().api, league.id));
  const { codes, toggle } = useWatchlist();
  const [all, setAll] = useState(false);
  if (!query.data)
    return (
      <NotLoaded what="the players" query={query}>
        Your team is safe. Check your connection.
      </NotLoaded>
    );
  const { players, members, gameweek } = query.data;
  if (players.length === 0)
    return (
      <EmptyState title="Hidden until kick-off">
        The players of your league appear here when their matches kick off.
      </EmptyState>
    );
  const computeShare = (count: number) => Math.round((100 * count) / Math.max(1, members));
  return (
    <>
      <Text fz="sm" c="dimmed">
        Gameweek {gameweek}: players whose matches have kicked off, counted for{' '}
        {league.members > MAX_COUNTED ? 'the top ' : ''}
        {members < league.members ? `${formatCount(members)} of ` : ''}
        {plural(league.members, 'member')}.
      </Text>
      <Table className={classes.owners} tabularNums aria-label="Players in this league">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Player</Table.Th>
            <Table.Th ta="right">Owned</Table.Th>
            <Table.Th ta="right">Started</Table.Th>
            <Table.Th ta="right">Captain</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {(all ? players : players.slice(0, SHOWN)).map(
            ({ player_id, code, web_name, owned, started, captained }) => (
              <Table.Tr key={player_id}>
                <Table.Td>
                  <div className={classes.owner}>
                    <WatchButton name={web_name} watched={codes.has(code)} onToggle={() => toggle(code)} />
                    <div>
                      {web_name}
                      <Progress value={computeShare(owned)} size={4} mt={4} aria-hidden="true" />
                    </div>
                  </div>
                </Table.Td>
                <Table.Td ta="right">{computeShare(owned)}%</Table.Td>
                <Table.Td ta="right">{computeShare(started)}%</Table.Td>
                <Table.Td ta="right">{computeShare(captained)}%</Table.Td>
              </Table.Tr>
            ),
          )}
        </Table.Tbody>
      </Table>
      {!all && players.length > SHOWN ? (
        <Button variant="default" onClick={() => setAll(true)}>
          Show all {players.length} players
        </Button>
      ) : null}
    </>
  );
}
