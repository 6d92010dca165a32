import { useHost } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';
import { Button, Container } from '@touchline/ui/base';
import { EmptyState } from '@touchline/ui/EmptyState';
import { ErrorState } from '@touchline/ui/ErrorState';
import { SegmentedControl } from '@touchline/ui/forms';
import { PageHeader } from '@touchline/ui/PageHeader';
import { RowsSkeleton } from '@touchline/ui/skeletons';
import { defaultGame } from './default-game.ts';
import { GameBar } from './GameBar.tsx';
import { GameStandings } from './GameStandings.tsx';
import classes from './rankings.module.css';
import { gamesOf } from './rankings.queries.ts';
import { type RankingsView, SECTIONS, type Section } from './rankings-view.ts';
import { useArrivalToast } from './use-arrival-toast.ts';
import { useLiveRankings } from './use-live-rankings.ts';
import { type ChangeView, type LookAt, useRankingsView } from './use-rankings-view.ts';

/** `/rankings`: who leads which game. Open to guests. */
export function RankingsPage() {
  useArrivalToast();
  const { view, change, lookAt } = useRankingsView();
  return (
    <Container size="lg" py="md">
      <PageHeader
        title="Leaderboards"
        actions={
          <SegmentedControl
            aria-label="Section"
            size="md"
            className={classes.switcher}
            data={SECTIONS.map(({ value, label }) => ({ value, label }))}
            value={view.section}
            onChange={(section) => change({ section: section as Section, game: null })}
          />
        }
      />
      <div className={classes.page}>
        <SectionStandings key={view.section} view={view} onChange={change} onLook={lookAt} />
      </div>
    </Container>
  );
}

const EMPTY: Record<Section, { title: string; text: string }> = {
  season: { title: 'No Season Games Available', text: 'The season game opens before the first gameweek.' },
  weekly: {
    title: 'No Weekly Games Available',
    text: 'A weekly game opens for every gameweek with fixtures.',
  },
  tournaments: { title: 'No Tournaments Available', text: 'New tournaments show up here as they are made.' },
};

interface SectionStandingsProps {
  view: RankingsView;
  onChange: ChangeView;
  onLook: LookAt;
}

function SectionStandings({ view, onChange, onLook }: SectionStandingsProps) {
  const host = useHost();
  const type = SECTIONS.find(({ value }) => value === view.section)?.type ?? 'WEEKLY';
  const query = useQuery(gamesOf(host.api, type));
  const games = query.data ?? [];
  const game = games.find(({ id }) => id === view.game) ?? defaultGame(type, games);
  useLiveRankings(game?.id ?? null);

  if (query.isPending) return <RowsSkeleton rows={12} label="Loading the leaderboard" />;
  if (query.isError && !query.data)
    return (
      <ErrorState
        title="Failed to load leaderboard"
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      >
        Your team and its points are safe. Check your connection.
      </ErrorState>
    );
  if (!game)
    return (
      <EmptyState
        title={EMPTY[view.section].title}
        action={
          <Button variant="default" onClick={() => host.navigate('/fixtures')}>
            See the fixtures
          </Button>
        }
      >
        {EMPTY[view.section].text}
      </EmptyState>
    );
  return (
    <>
      <GameBar games={games} game={game} onGame={(id) => onChange({ game: id })} />
      <GameStandings key={game.id} game={game} view={view} onChange={onChange} onLook={onLook} />
    </>
  );
}
