import { RESULT_ENTRIES_PER_PAGE, type ResultDocument, type ResultEntry } from '@touchline/api/http/results';
import { useQuery } from '@touchline/host/query';
import { Box, Title } from '@touchline/ui/base';
import { Table } from '@touchline/ui/data';
import {
  formatCount,
  formatPoints,
  formatPrizeAmount,
  formatPrizeExact,
  type PrizeTokenUnits,
} from '@touchline/ui/format';
import { useState } from 'react';
import fixedColumn from '../fixed-column.module.css';
import { Pages } from '../leaderboard/Pages.tsx';
import { Manager } from '../Manager.tsx';
import { NotLoaded } from '../NotLoaded.tsx';
import { useArrived } from '../use-arrived.ts';
import { Podium } from './Podium.tsx';
import classes from './results.module.css';
import { resultEntriesOfGame } from './results.queries.ts';

/** Podium and full list of a result, by rank. */
export function ResultEntries({ result }: { result: ResultDocument }) {
  const { game, entries, plan } = result;
  const [page, setPage] = useState(1);
  const first = (page - 1) * ROWS_PER_PAGE;
  // The rows of a page are in one page of the API.
  const inRequest = first % RESULT_ENTRIES_PER_PAGE;
  const query = useQuery(resultEntriesOfGame(game.id, first - inRequest));
  const listed = useArrived(query.data);
  const hasWinners = result.podium.length > 0;
  const { data: best = [] } = useQuery({ ...resultEntriesOfGame(game.id, 0), enabled: !hasWinners });
  const podium = hasWinners ? result.podium : listPodium(best);
  return (
    <>
      {podium.length > 0 ? <Podium token={plan.token} teams={podium} /> : null}
      <section className={classes.panel}>
        <Title order={2} size="h3" mb={4}>
          Full list
        </Title>
        {listed ? (
          <EntryTable entries={listed.slice(inRequest, inRequest + ROWS_PER_PAGE)} token={plan.token} />
        ) : (
          // As tall as the list, so that nothing below it moves.
          <NotLoaded what="the entries" query={query} rows={Math.min(entries - first, ROWS_PER_PAGE)}>
            The result and its prizes are safe. Check your connection.
          </NotLoaded>
        )}
        <Pages mt="sm" pages={Math.ceil(entries / ROWS_PER_PAGE)} page={page} onPage={setPage} />
      </section>
    </>
  );
}

const PODIUM_TEAMS = 3;

/** The best teams of a game without prizes. */
const listPodium = (entries: readonly ResultEntry[]) =>
  entries
    .flatMap(({ rank, earned, ...entry }) =>
      rank === null ? [] : [{ ...entry, rank, earned_points: earned / 1000 }],
    )
    .slice(0, PODIUM_TEAMS);

/** A divisor of `RESULT_ENTRIES_PER_PAGE`. */
const ROWS_PER_PAGE = 50;
const UNRANKED = { SUSPENDED: 'Payment removed from the chain', EXCLUDED: 'Excluded' };

interface EntryTableProps {
  entries: readonly ResultEntry[];
  token: PrizeTokenUnits;
}

const EntryTable = ({ entries, token }: EntryTableProps) => (
  // A scrollable table must be reachable by keyboard.
  <Box className={classes.scroll} tabIndex={0} role="region" aria-label="Full list">
    <Table
      className={fixedColumn.table}
      tabularNums
      aria-label="Full list"
      verticalSpacing={4}
      horizontalSpacing={6}
    >
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Rank</Table.Th>
          <Table.Th>Team</Table.Th>
          <Table.Th ta="right">Points</Table.Th>
          <Table.Th ta="right">Prize ({token.symbol})</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {entries.map((entry) => (
          <Table.Tr key={entry.participation_id}>
            <Table.Td>{entry.rank === null ? '–' : formatCount(entry.rank)}</Table.Td>
            <Table.Td>
              <span className={classes.teamName}>{entry.team_name}</span>
              <span className={classes.muted} title={entry.wallet_address}>
                <Manager wallet={entry.wallet_address} />
                {entry.unranked ? `, ${UNRANKED[entry.unranked]}` : ''}
                {entry.rank !== null && !entry.eligible ? ', cannot win a prize' : ''}
              </span>
            </Table.Td>
            <Table.Td ta="right" className={classes.figure}>
              {formatPoints(entry.earned / 1000)}
            </Table.Td>
            <Table.Td ta="right" className={classes.figure} title={formatPrizeExact(entry.amount, token)}>
              {entry.amount === '0' ? '–' : formatPrizeAmount(entry.amount, token)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Box>
);
