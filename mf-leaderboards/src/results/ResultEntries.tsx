import { RESULT_ENTRIES_PER_PAGE, type ResultDocument, type ResultEntry } from '@touchline/api/http/results';
import { useHost } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';
import { Box, Button } from '@touchline/ui/base';
import { Table } from '@touchline/ui/data';
import { formatCount, formatPoints, formatPrizeAmount, formatPrizeExact } from '@touchline/ui/format';
import { RowsSkeleton } from '@touchline/ui/skeletons';
import { useState } from 'react';
import { LoadFailed } from '../LoadFailed.tsx';
import { Pages } from '../leaderboard/Pages.tsx';
import { Manager } from '../Manager.tsx';
import { useArrived } from '../use-arrived.ts';
import { Podium } from './Podium.tsx';
import classes from './results.module.css';
import { resultEntriesOfGame } from './results.queries.ts';

/** Podium and full list of a result. The full list of a very large game is the rankings. */
export function ResultEntries({ result }: { result: ResultDocument }) {
  const { navigate } = useHost();
  const { game, entries, plan } = result;
  const query = useQuery(resultEntriesOfGame(game.id, entries));
  const listed = useArrived(query.data);
  if (entries > RESULT_ENTRIES_PER_PAGE)
    return (
      <>
        <Podium token={plan.token} teams={result.podium} />
        <section className={classes.panel} aria-label="Full list">
          <h2>Full list</h2>
          <p>The rankings have all {formatCount(entries)} entries.</p>
          <Button variant="default" onClick={() => navigate(`/rankings?game=${game.id}`)}>
            See the rankings
          </Button>
        </section>
      </>
    );
  if (query.isError && !query.data)
    return (
      <LoadFailed title="Failed to load the entries" query={query}>
        The result and its prizes are safe. Check your connection.
      </LoadFailed>
    );
  if (!listed)
    return (
      <>
        {result.podium.length > 0 ? <Podium token={plan.token} teams={result.podium} /> : null}
        {/* As tall as the list, so that nothing below it moves. */}
        <RowsSkeleton rows={Math.min(entries, ROWS_PER_PAGE)} label="Loading the entries" />
      </>
    );
  return (
    <>
      <Podium token={plan.token} teams={result.podium.length > 0 ? result.podium : listPodium(listed)} />
      <EntryTable entries={listed} result={result} />
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

const ROWS_PER_PAGE = 50;
const UNRANKED = { SUSPENDED: 'Payment removed from the chain', EXCLUDED: 'Excluded' };

function EntryTable({ entries, result }: { entries: readonly ResultEntry[]; result: ResultDocument }) {
  const { token } = result.plan;
  const [page, setPage] = useState(1);
  const pages = Math.ceil(entries.length / ROWS_PER_PAGE);
  return (
    <section className={classes.panel}>
      <h2>Full list</h2>
      {/* A scrollable table must be reachable by keyboard. */}
      <Box className={classes.scroll} tabIndex={0} role="region" aria-label="Full list">
        <Table className={classes.table} aria-label="Full list" verticalSpacing={4} horizontalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Rank</Table.Th>
              <Table.Th>Team</Table.Th>
              <Table.Th className={classes.figure}>Points</Table.Th>
              <Table.Th className={classes.figure}>Prize ({token.symbol})</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {entries.slice((page - 1) * ROWS_PER_PAGE, page * ROWS_PER_PAGE).map((entry) => (
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
                <Table.Td className={classes.figure}>{formatPoints(entry.earned / 1000)}</Table.Td>
                <Table.Td className={classes.figure} title={formatPrizeExact(entry.amount, token)}>
                  {entry.amount === '0' ? '–' : formatPrizeAmount(entry.amount, token)}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Box>
      <Pages mt="sm" pages={pages} page={page} onPage={setPage} />
    </section>
  );
}
