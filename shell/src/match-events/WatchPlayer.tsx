import type { MatchEvent } from '@touchline/api/http/fpl';
import { useWatchlist } from '@touchline/host/use-watchlist';
import { WatchButton } from '@touchline/ui/WatchButton';

/** Star for the player of a match event. */
export function WatchPlayer({ player: { code, web_name } }: { player: NonNullable<MatchEvent['player']> }) {
  const { codes, toggle } = useWatchlist();
  return <WatchButton name={web_name} watched={codes.has(code)} onToggle={() => toggle(code)} />;
}
