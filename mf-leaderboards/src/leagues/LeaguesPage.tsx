import type { MyLeague } from '@touchline/api/http/leagues';
import { useHost, useWatched } from '@touchline/host/host';
import { LazyDialog } from '@touchline/host/LazyDialog';
import { hasFirstLoadFailed } from '@touchline/host/load-errors';
import { useQuery } from '@touchline/host/query';
import { useLive } from '@touchline/host/use-live';
import { Button, Container, Stack, Title } from '@touchline/ui/base';
import { EmptyState } from '@touchline/ui/EmptyState';
import { IconPlus } from '@touchline/ui/icons';
import { PageHeader } from '@touchline/ui/PageHeader';
import { RowsSkeleton } from '@touchline/ui/skeletons';
import { useState } from 'react';
import { LoadFailed } from '../LoadFailed.tsx';
import { CodeForm } from './CodeForm.tsx';
import { LeagueCard } from './LeagueCard.tsx';
import classes from './leagues.module.css';
import { myLeaguesQuery } from './leagues.queries.ts';
import { SupportedClub } from './SupportedClub.tsx';

const loadCreateLeague = async () => (await import('./CreateLeague.tsx')).CreateLeague;

/** `/leagues`: the user's leagues. */
export function LeaguesPage() {
  const { session, wallet } = useHost();
  const { status, user } = useWatched(session);
  const address = user?.wallet_address ?? null;
  /** Wallet of the user who opened the form. It is closed for any other user. */
  const [creator, setCreator] = useState<string | null>(null);
  const create = () => setCreator(address);
  return (
    <Container size="xl" py={{ base: 0, sm: 'md' }}>
      <PageHeader
        title="Leagues"
        subtitle="Your own table with the people you know."
        actions={
          status === 'player' ? (
            <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={create}>
              Create a league
            </Button>
          ) : null
        }
      />
      {status === 'loading' ? <RowsSkeleton rows={4} height={88} label="Signing you in" /> : null}
      {status === 'guest' ? (
        <Stack>
          <EmptyState title="Sign in to see your leagues" action={<wallet.Control />}>
            Create your own, or join with a code. A league costs nothing.
          </EmptyState>
          <CodeForm />
        </Stack>
      ) : null}
      {status === 'player' ? (
        <Stack>
          <MyLeagues onCreate={create} />
        </Stack>
      ) : null}
      {status === 'player' ? (
        <LazyDialog
          key={address}
          what="The form"
          load={loadCreateLeague}
          dialog={{ opened: creator === address, onClose: () => setCreator(null) }}
        />
      ) : null}
    </Container>
  );
}

/** The list, and what follows it once its length is known, so that the layout does not shift. */
function MyLeagues({ onCreate }: { onCreate: () => void }) {
  const { api } = useHost();
  const query = useQuery(myLeaguesQuery(api));
  useLive(['leaderboard', 'game'], [myLeaguesQuery(api).queryKey]);
  if (query.isPending && !hasFirstLoadFailed(query))
    return <RowsSkeleton rows={4} height={88} label="Loading your leagues" />;
  return (
    <>
      {query.data ? (
        <LeagueList leagues={query.data} onCreate={onCreate} />
      ) : (
        <LoadFailed title="Failed to load your leagues" query={query}>
          Your leagues and teams are safe. Check your connection.
        </LoadFailed>
      )}
      <CodeForm />
      <SupportedClub />
    </>
  );
}

function LeagueList({ leagues, onCreate }: { leagues: readonly MyLeague[]; onCreate: () => void }) {
  const hasOwn = leagues.some(({ automatic }) => automatic === null);
  return (
    <>
      {hasOwn ? null : (
        <EmptyState
          title="No league with friends yet"
          action={<Button onClick={onCreate}>Create a league</Button>}
        >
          Create one and send the link, or enter the code that a friend sent you.
        </EmptyState>
      )}
      {groupByGame(leagues).map((game) => (
        <section key={game.id} aria-label={game.name}>
          <Title order={2} size="h3" mb={8}>
            {game.name}
          </Title>
          <ul className={classes.list} aria-label={`Leagues of ${game.name}`}>
            {game.leagues.map((league) => (
              <LeagueCard key={league.id} league={league} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

/** Groups leagues by game in the order of the list, created leagues before automatic ones. */
function groupByGame(leagues: readonly MyLeague[]) {
  const games = new Map<string, { id: string; name: string; leagues: MyLeague[] }>();
  for (const league of leagues) {
    const { game_id: id, game_name: name } = league;
    const group = games.get(id) ?? { id, name, leagues: [] };
    group.leagues.push(league);
    games.set(id, group);
  }
  return [...games.values()].map((group) => ({
    ...group,
    leagues: group.leagues.toSorted((a, b) => Number(a.automatic !== null) - Number(b.automatic !== null)),
  }));
}
