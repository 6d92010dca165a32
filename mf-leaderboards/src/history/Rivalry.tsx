import type { HistoryTeam } from '@touchline/api/http/history';
import { useHost } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';
import { useSearchParams } from '@touchline/host/router';
import { useNickname } from '@touchline/host/use-nickname';
import { Box, Title } from '@touchline/ui/base';
import { Table } from '@touchline/ui/data';
import { formatCount, formatPointsShort, shortHex } from '@touchline/ui/format';
import { NativeSelect } from '@touchline/ui/forms';
import fixedColumn from '../fixed-column.module.css';
import { NotLoaded } from '../NotLoaded.tsx';
import { describeGameState, hasRanks } from './game-state.ts';
import classes from './history.module.css';
import { historyQuery, rivalsQuery } from './history.queries.ts';
import { compareManagers, type Meeting } from './records.ts';

/** All-time table against one manager. The URL has the manager's wallet. */
export function Rivalry({ wallet, teams }: { wallet: string; teams: readonly HistoryTeam[] }) {
  const { api } = useHost();
  const [url, setUrl] = useSearchParams();
  const rival = url.get('against')?.toLowerCase() ?? '';
  const { data: rows = [] } = useQuery(rivalsQuery(api, teams[0]?.game.id ?? ''));
  const options = rows
    .filter(({ wallet_address }) => wallet_address !== wallet)
    .map(({ wallet_address, team_name }) => ({
      value: wallet_address,
      label: `${team_name}, ${shortHex(wallet_address)}`,
    }));
  const isListed = rival === '' || options.some(({ value }) => value === rival);
  return (
    <section aria-labelledby="rivalry-title">
      <Title id="rivalry-title" order={2} size="h3" mb={8}>
        Against one manager
      </Title>
      <NativeSelect
        maw="24rem"
        label="Manager"
        value={rival}
        data={[
          { value: '', label: 'Choose a manager' },
          ...(isListed ? [] : [{ value: rival, label: shortHex(rival) }]),
          ...options,
        ]}
        onChange={(event) =>
          setUrl(event.currentTarget.value === '' ? {} : { against: event.currentTarget.value }, {
            replace: true,
          })
        }
      />
      {rival === '' ? null : <AllTimeTable rival={rival} teams={teams} />}
    </section>
  );
}

function AllTimeTable({ rival, teams }: { rival: string; teams: readonly HistoryTeam[] }) {
  const { api } = useHost();
  const query = useQuery(historyQuery(api, rival));
  const name = useNickname(rival) ?? shortHex(rival);
  if (!query.data) return <NotLoaded what="the table" query={query} rows={2} height={44} />;
  const { won, drawn, lost, meetings } = compareManagers(teams, query.data);
  if (meetings.length === 0) return <p>You and {name} have not played in the same game.</p>;
  const label = `All-time table against ${name}`;
  return (
    <>
      <p className={classes.score} role="status">
        <b>{won}</b> won, <b>{drawn}</b> drawn, <b>{lost}</b> lost against {name}
      </p>
      {/* A scrollable table must be reachable by keyboard. */}
      <Box className={classes.scroll} tabIndex={0} role="region" aria-label={label}>
        <Table
          className={`${fixedColumn.table} ${classes.meetings}`}
          aria-label={label}
          verticalSpacing={6}
          data={{ head: ['Game', 'You', name, 'Places'], body: meetings.map(listCells) }}
        />
      </Box>
    </>
  );
}

/** Cells of a row: the game, the points of both managers, and their places. */
function listCells({ mine, theirs }: Meeting): string[] {
  const state = describeGameState(mine);
  const game = state ? `${mine.game.name} (${state})` : mine.game.name;
  if (!hasRanks(mine.game)) return [game, '–', '–', '–'];
  const places = `${formatCount(mine.rank)} / ${formatCount(theirs.rank)}`;
  return [game, formatPointsShort(mine.earned_points), formatPointsShort(theirs.earned_points), places];
}
