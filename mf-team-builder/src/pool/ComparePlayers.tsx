import { useHost } from '@touchline/host/host';
import { useQuery } from '@touchline/host/query';
import { useWatchlist } from '@touchline/host/use-watchlist';
import { formatPrice } from '@touchline/rules/prices';
import { ActionIcon } from '@touchline/ui/base';
import levels from '@touchline/ui/difficulty.module.css';
import { NativeSelect } from '@touchline/ui/forms';
import { IconX } from '@touchline/ui/icons';
import { useRef, useState } from 'react';
import { useBuilder, useSquad } from '../draft/builder-context.ts';
import type { BuilderPlayer } from '../football/builder-players.ts';
import { getPlayerQueryOptions } from '../football/football.queries.ts';
import { Watch } from '../football/Watch.tsx';
import classes from './PlayerDetails.module.css';

const MAX_COMPARED = 4;
const SHOWN_MATCHES = 5;

/** Compares a player with up to three others of the same position. */
export function ComparePlayers({ player }: { player: BuilderPlayer }) {
  const { byId } = useBuilder();
  const section = useRef<HTMLElement>(null);
  const [others, setOthers] = useState<readonly number[]>([]);
  const compared = [player, ...others.flatMap((id) => byId.get(id) ?? [])];
  // Adding the last player unmounts the focused select, and removing one the focused button.
  const focusSection = () => section.current?.focus();
  const add = (id: number) => {
    setOthers([...others, id]);
    if (compared.length === MAX_COMPARED - 1) focusSection();
  };
  const remove = (id: number) => {
    setOthers(others.filter((each) => each !== id));
    focusSection();
  };
  return (
    <section ref={section} tabIndex={-1} aria-label="Comparison">
      {compared.length < MAX_COMPARED ? <Candidates compared={compared} onAdd={add} /> : null}
      <ul className={classes.compared} aria-label="Compared players">
        {compared.map((each) => (
          <ComparedPlayer
            key={each.id}
            player={each}
            compared={compared}
            {...(each === player ? {} : { onRemove: () => remove(each.id) })}
          />
        ))}
      </ul>
    </section>
  );
}

/** Select of players of the same position: watched ones, then the squad, then all others by points. */
function Candidates({
  compared,
  onAdd,
}: {
  compared: readonly BuilderPlayer[];
  onAdd: (id: number) => void;
}) {
  const { players } = useBuilder();
  const { codes } = useWatchlist();
  const squad = useSquad();
  const candidates = players
    .filter((each) => each.position === compared[0]?.position && !compared.includes(each))
    .sort((a, b) => b.points - a.points);
  const watched = candidates.filter(({ code }) => codes.has(code));
  const mates = candidates.filter((each) => squad.includes(each) && !watched.includes(each));
  const toGroup = (group: string, members: readonly BuilderPlayer[]) => ({
    group,
    items: members.map(({ id, web_name, club_short, price }) => ({
      value: String(id),
      label: `${web_name}, ${club_short}, ${formatPrice(price)}`,
    })),
  });
  return (
    <NativeSelect
      label="Compare with"
      value=""
      data={[
        { value: '', label: 'Choose a player' },
        toGroup('Watched', watched),
        toGroup('Your team', mates),
        toGroup(
          'All',
          candidates.filter((each) => !watched.includes(each) && !mates.includes(each)),
        ),
      ]}
      onChange={(event) => onAdd(Number(event.currentTarget.value))}
    />
  );
}

/** Compared figures; `best` returns the best of several values. */
const FIGURES: readonly {
  name: string;
  read: (player: BuilderPlayer) => number;
  format: (value: number) => string;
  best: (...values: number[]) => number;
}[] = [
  { name: 'Price', read: ({ price }) => price, format: formatPrice, best: Math.min },
  { name: 'Points', read: ({ points }) => points, format: String, best: Math.max },
  { name: 'Form', read: ({ form }) => form, format: (form) => form.toFixed(1), best: Math.max },
  {
    name: 'Points per £m',
    read: ({ points, price }) => (points / price) * 10,
    format: (value) => value.toFixed(1),
    best: Math.max,
  },
  { name: 'Ownership', read: ({ ownership }) => ownership, format: (share) => `${share}%`, best: Math.max },
  {
    name: 'Chance of playing',
    read: ({ chance_of_playing, status }) => chance_of_playing ?? (status === 'a' ? 100 : 0),
    format: (chance) => `${chance}%`,
    best: Math.max,
  },
];

interface ComparedPlayerProps {
  player: BuilderPlayer;
  compared: readonly BuilderPlayer[];
  onRemove?: () => void;
}

function ComparedPlayer({ player, compared, onRemove }: ComparedPlayerProps) {
  return (
    <li>
      <div className={classes.comparedHead}>
        <b>
          {player.web_name} ({player.club_short})
        </b>
        <Watch player={player} />
        {onRemove ? (
          <ActionIcon aria-label={`Remove ${player.web_name} from the comparison`} onClick={onRemove}>
            <IconX size={18} />
          </ActionIcon>
        ) : null}
      </div>
      <dl className={classes.figures}>
        {FIGURES.map(({ name, read, format, best }) => {
          const isBest = compared.length > 1 && read(player) === best(...compared.map(read));
          return (
            <div key={name} data-best={isBest || undefined}>
              <dt>{name}</dt>
              <dd>{format(read(player))}</dd>
            </div>
          );
        })}
      </dl>
      <NextMatches player={player} />
    </li>
  );
}

/** The next opponents in the colour of their difficulty, and the points of the last gameweeks. */
function NextMatches({ player }: { player: BuilderPlayer }) {
  const { api } = useHost();
  const { data } = useQuery(getPlayerQueryOptions(api, player.id));
  if (!data) return null;
  return (
    <>
      <p>
        {data.fixtures.slice(0, SHOWN_MATCHES).map(({ fixture, opponent, home, difficulty }) => (
          <span
            key={fixture}
            className={`${classes.match} ${levels.level}`}
            data-level={difficulty}
            title={`Difficulty ${difficulty} of 5`}
          >
            {opponent} ({home ? 'H' : 'A'})
          </span>
        ))}
      </p>
      <p>
        Last points:{' '}
        {data.gameweeks
          .slice(-SHOWN_MATCHES)
          .map(({ points }) => points)
          .join(', ') || 'none'}
      </p>
    </>
  );
}
