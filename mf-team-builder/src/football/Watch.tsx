import { useWatchlist } from '@touchline/host/use-watchlist';
import { WatchButton } from '@touchline/ui/WatchButton';

interface WatchProps {
  player: { code: number; web_name: string };
  withText?: boolean;
}

/** Star of a player on the watchlist of this browser. */
export function Watch({ player: { code, web_name }, withText = false }: WatchProps) {
  const { codes, toggle } = useWatchlist();
  return (
    <WatchButton
      name={web_name}
      watched={codes.has(code)}
      onToggle={() => toggle(code)}
      withText={withText}
    />
  );
}
