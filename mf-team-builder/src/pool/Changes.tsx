import { useHost } from '@touchline/host/host';
import { useWatchlist } from '@touchline/host/use-watchlist';
import { formatDayTime, plural } from '@touchline/ui/format';
import { useEffect, useState } from 'react';
import { useBuilder, useSquad } from '../draft/builder-context.ts';
import type { BuilderPlayer } from '../football/builder-players.ts';
import { type Changes as PlayerChanges, recordVisit } from '../football/player-changes.ts';
import { ChangeList } from './ChangeList.tsx';
import classes from './Changes.module.css';

/** Price and status changes since the user's previous visit: own and watched players first. Renders nothing without changes. */
export function Changes() {
  const { api } = useHost();
  const { players, showDetails } = useBuilder();
  const squad = useSquad();
  const { codes } = useWatchlist();
  const [seen, setSeen] = useState<PlayerChanges | null>(null);
  useEffect(() => setSeen(recordVisit(players, api.now())), [players, api]);
  if (seen === null || seen.changes.length === 0) return null;
  const rank = (player: BuilderPlayer) => (squad.includes(player) ? 2 : codes.has(player.code) ? 1 : 0);
  const sorted = seen.changes.toSorted(
    (a, b) => rank(b.player) - rank(a.player) || b.player.ownership - a.player.ownership,
  );
  return (
    <details className={classes.changes}>
      <summary>
        {plural(seen.changes.length, 'change')} since your last visit, {formatDayTime(seen.since)}
      </summary>
      <ChangeList changes={sorted} isMarked={(player) => rank(player) > 0} onOpen={showDetails} />
    </details>
  );
}
