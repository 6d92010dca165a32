import { useHost } from '@touchline/host/host';
import { hasFirstLoadFailed } from '@touchline/host/load-errors';
import { useQuery } from '@touchline/host/query';
import { useLive } from '@touchline/host/use-live';
import { Button, Container } from '@touchline/ui/base';
import { EmptyState } from '@touchline/ui/EmptyState';
import { SegmentedControl } from '@touchline/ui/forms';
import { PageHeader } from '@touchline/ui/PageHeader';
import { RowsSkeleton } from '@touchline/ui/skeletons';
import { GameLoadFailed } from '../GameLoadFailed.tsx';
import {
  type ChangeParams,
  type PreviewTeam,
  type RankingsParams,
  SECTIONS,
  type Section,
  useRankingsParams,
} from '../rankings-params.ts';
import { useArrived } from '../use-arrived.ts';
import { findDefaultGame, findLastResult } from './default-game.ts';
import { GameBar } from './GameBar.tsx';
import { GameLeaderboard } from './GameLeaderboard.tsx';
import { LastResult } from './LastResult.tsx';
import classes from './rankings.module.css';
import { findStaleKeys, gamesQuery, linkedGameQuery } from './rankings.queries.ts';
import { useArrivalToast } from './use-arrival-toast.ts';
import { useLinkedSection } from './use-linked-section.ts';

/** `/rankings`: leaderboards of all games. Open to guests. */
export function RankingsPage() {
  useArrivalToast();
  useLive(['leaderboard', 'game', 'prizes'], findStaleKeys);
  const { params, change, previewTeam } = useRankingsParams();
  return (
    <Container size="xl" py={{ base: 0, sm: 'md' }}>
      <div className={classes.head}>
        <PageHeader
          title="Rankings"
          actions={
            <SegmentedControl
              aria-label="Section"
              size="md"
              miw="min(100%, 20.5rem)"
              data={SECTIONS.map(({ value, label }) => ({ value, label }))}
              value={params.section}
              onChange={(section) => change({ section: section as Section, game: null })}
            />
          }
        />
      </div>
      <div className={classes.page}>
        <SectionContent key={params.section} params={params} onChange={change} onPreview={previewTeam} />
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
  tournaments: { title: 'No Tournaments Available', text: 'New tournaments appear here.' },
};

interface SectionContentProps {
  params: RankingsParams;
  onChange: ChangeParams;
  onPreview: PreviewTeam;
}

function SectionContent({ params, onChange, onPreview }: SectionContentProps) {
  const host = useHost();
  const type = SECTIONS.find(({ value }) => value === params.section)?.type ?? 'WEEKLY';
  const query = useQuery(gamesQuery(host.api, type));
  const loaded = useArrived(query.data);
  const games = loaded ?? [];
  const listed = games.find(({ id }) => id === params.game);
  const linkedQuery = useQuery({
    ...linkedGameQuery(host.api, params.game ?? ''),
    enabled: params.game !== null && loaded !== undefined && !listed,
  });
  const linked = params.game !== null && !listed ? linkedQuery.data?.game : undefined;
  useLinkedSection(linked, params, onChange);
  const game = params.game === null ? findDefaultGame(type, games) : (listed ?? linked);

  const failed = [query, ...(listed ? [] : [linkedQuery])].find(hasFirstLoadFailed);
  if (failed)
    return (
      <GameLoadFailed title="Failed to load leaderboard" query={failed}>
        Your team and its points are safe. Check your connection.
      </GameLoadFailed>
    );
  if (!loaded || linkedQuery.isLoading) return <RowsSkeleton rows={12} label="Loading the leaderboard" />;
  if (!game)
    return (
      <EmptyState
        title={EMPTY[params.section].title}
        action={
          <Button variant="default" onClick={() => host.navigate('/fixtures')}>
            See the fixtures
          </Button>
        }
      >
        {EMPTY[params.section].text}
      </EmptyState>
    );
  const last = params.game === null ? findLastResult(game, games) : null;
  return (
    <>
      {last ? <LastResult game={last} onGame={(id) => onChange({ game: id })} /> : null}
      <GameBar
        games={linked ? [linked, ...games] : games}
        game={game}
        onGame={(id) => onChange({ game: id })}
      />
      <GameLeaderboard key={game.id} game={game} params={params} onChange={onChange} onPreview={onPreview} />
    </>
  );
}
