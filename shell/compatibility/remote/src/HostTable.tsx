import { currentGameweekOfGames } from '@touchline/api/http/games';
import { useHost, useShared, useWatched } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';
import { Table } from '@touchline/ui/data';
import { z } from 'zod/mini';

const address = z.nullable(z.string());

/** Shows a value of every member of the host. */
export function HostTable() {
  const host = useHost();
  const session = useWatched(host.session);
  const wallet = useWatched(host.wallet);
  const live = useWatched(host.live);
  const theme = useWatched(host.theme);
  const gameweek = useQuery({
    queryKey: ['compatibility'],
    queryFn: async ({ signal }) => (await host.api.request(currentGameweekOfGames, { signal })).gameweek,
  });
  const rows = {
    session: `${session.status} ${typeof host.session.signOut}`,
    wallet: `${wallet.status} ${address.parse(wallet.address)} ${typeof host.wallet.Control}`,
    transfers: `${typeof host.transfers.send} ${typeof host.transfers.wait} ${typeof host.transfers.balance}`,
    api: `${gameweek.data?.name ?? 'no gameweek'}, clock ${host.api.now() > 0}`,
    queryClient: String(host.queryClient.getQueryState(['compatibility'])?.status),
    live: `${typeof live.connected} ${typeof useShared(subscribe)}`,
    config: host.config.token.symbol,
    theme,
  };
  return (
    <Table>
      <Table.Tbody>
        {Object.entries(rows).map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th>{name}</Table.Th>
            <Table.Td>{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** Subscribes to live messages. Returns the unsubscribe function. */
const subscribe = ({ live }: ReturnType<typeof useHost>) => live.on(['fixtures'], () => {});
