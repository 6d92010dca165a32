import { useHost } from '@touchline/host/host';
import { useWatchlist } from '@touchline/host/use-watchlist';
import { formatPrice } from '@touchline/rules/prices';
import { UnstyledButton } from '@touchline/ui/base';
import { formatDayTime, plural } from '@touchline/ui/format';
import { useEffect, useState } from 'react';
import { useBuilder, useSquad } from '../draft/builder-context.tsx';
import { describeFitness } from '../football/builder-players.ts';
import { type PlayerChange, type Changes as PlayerChanges, recordVisit } from '../football/player-changes.ts';
import classes from './Changes.module.css';

const MAX_LISTED = 30;

/** Price and status changes since the user's previous visit: own and watched players first. Renders nothing without changes. */
export function Changes() {
  const { api } = useHost();
  const { players, showDetails } = useBuilder();
  const squad = useSquad();
  const { codes } = useWatchlist();
  const [seen, setSeen] = useState<PlayerChanges | null>(null);
  useEffect(() => setSeen(recordVisit(localStorage, players, api.now())), [players, api]);
  if (seen === null || seen.changes.length === 0) return null;
  const rank = ({ player }: PlayerChange) => (squad.includes(player) ? 2 : codes.has(player.code) ? 1 : 0);
  const sorted = seen.changes.toSorted(
    (a, b) => rank(b) - rank(a) || b.player.ownership - a.player.ownership,
  );
  return (
    <details className={classes.changes}>
      <summary>
        {plural(seen.changes.length, 'change')} since your last visit, {formatDayTime(seen.since)}
      </summary>
      <ul>
        {sorted.slice(0, MAX_LISTED).map((change) => (
          <li key={change.player.id} data-own={rank(change) > 0 || undefined}>
            <UnstyledButton onClick={() => showDetails(change.player)}>
              {change.player.web_name} ({change.player.club})
            </UnstyledButton>
            <span>{describeChange(change)}</span>
          </li>
        ))}
      </ul>
      {sorted.length > MAX_LISTED ? <p>And {sorted.length - MAX_LISTED} more.</p> : null}
    </details>
  );
}

/** "£5.0m to £5.1m, 75% chance of playing" */
function describeChange({ player, priceBefore, statusChanged }: PlayerChange): string {
  const price =
    priceBefore === player.price ? [] : [`${formatPrice(priceBefore)} to ${formatPrice(player.price)}`];
  const status = statusChanged ? [describeFitness(player)?.text ?? 'Available again'] : [];
  return [...price, ...status].join(', ');
}
