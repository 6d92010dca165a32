import { formatDayTime } from '@touchline/ui/format';
import { pluralEntries } from '../format.ts';
import type { CheckedLineup } from './check-lineup.ts';
import classes from './verify.module.css';

/** Outcome of a verification: problems first, then each lock root with the open slots. */
export function CheckedLocks({ proof, problems, isSettled, signed, points, names }: CheckedLineup) {
  const wrongPoints = points.filter(({ published, computed }) => published !== computed);
  const isCorrect = problems.length === 0 && wrongPoints.length === 0 && !signed.includes(false);
  const name = (player: number) => names.get(player) ?? `Player ${player}`;
  const nameIn = (text: string) => text.replace(/\bplayer (\d+)/g, (_, player) => name(Number(player)));
  return (
    <>
      <h2>{proof.team_name}</h2>
      <Summary isCorrect={isCorrect} isLocked={proof.locks.length > 0} />
      <ul className={classes.findings}>
        {problems.map(({ lock, slot, text }) => (
          <li key={`${lock?.locks_at} ${slot} ${text}`} data-tone="danger">
            {lock
              ? `${formatDayTime(lock.locks_at)}${slot === null ? '' : `, slot ${slot + 1}`}: ${nameIn(text)}`
              : `${text[0]!.toUpperCase()}${text.slice(1)}`}
          </li>
        ))}
        {signed.includes(false) ? <li data-tone="danger">The signature of the receipt is wrong.</li> : null}
        {signed.length > 0 && signed.every((each) => each === true) ? (
          <li data-tone="grass">Receipt signed by this service</li>
        ) : null}
        {signed.includes(null) ? (
          <li>This browser cannot check the receipt's signature. Use npm run verify-lineup instead.</li>
        ) : null}
        {points.map(({ gameweek, published, computed }) => (
          <li key={gameweek} data-tone={published === computed ? 'grass' : 'danger'}>
            Gameweek {gameweek}: {computed} points from the open slots, {published} in the result
          </li>
        ))}
      </ul>
      {proof.locks.map((lock) => (
        <section key={`${lock.locks_at} ${lock.final}`} className={classes.lock}>
          <h3>
            Gameweek {lock.gameweek}, {lock.final ? 'final' : `kick-off ${formatDayTime(lock.locks_at)}`}
          </h3>
          <dl>
            <dt>Commitment</dt>
            <dd className={classes.hash}>{lock.commitment}</dd>
            <dt>Lock root of {pluralEntries(lock.entries)}</dt>
            <dd className={classes.hash}>{lock.root}</dd>
            <dt>Anchor</dt>
            <dd>{isSettled ? 'Part of the settled result' : 'Published list of the game'}</dd>
          </dl>
          <ol className={classes.slots}>
            {Array.from({ length: lock.leaves.length }, (_, slot) => {
              const open = lock.slots.find((each) => each.slot === slot);
              const isWrong = problems.some((each) => each.slot === slot && each.lock === lock);
              return (
                <li
                  key={lock.leaves[slot]}
                  data-sealed={open ? undefined : true}
                  data-tone={isWrong ? 'danger' : undefined}
                >
                  {open ? `${name(open.player)}${ARMBANDS[open.armband ?? 'none']}` : 'Sealed'}
                </li>
              );
            })}
          </ol>
        </section>
      ))}
    </>
  );
}

const ARMBANDS = { none: '', captain: ' (captain)', vice_captain: ' (vice-captain)' };

function Summary({ isCorrect, isLocked }: { isCorrect: boolean; isLocked: boolean }) {
  if (!isCorrect)
    return (
      <p className={classes.result} data-tone="danger">
        This lineup contradicts its proof.
      </p>
    );
  if (isLocked)
    return (
      <p className={classes.result} data-tone="grass">
        Slots, commitments and lock roots agree.
      </p>
    );
  return (
    <p className={classes.result}>
      Nothing to verify yet: no lock root contains this team. The first one follows the next kick-off of its
      game, unless the game is cancelled.
    </p>
  );
}
