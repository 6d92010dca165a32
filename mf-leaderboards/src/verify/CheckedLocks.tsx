import type { SignatureState } from '@touchline/api/receipt-signature';
import { formatDayTime, plural } from '@touchline/ui/format';
import { pluralEntries } from '../format.ts';
import type { CheckedLineup } from './check-lineup.ts';
import classes from './verify.module.css';

/** Outcome of a verification: problems first, then each lock root with the open slots. */
export function CheckedLocks(checked: CheckedLineup) {
  const { proof, problems, isSettled, names } = checked;
  const name = (player: number) => names.get(player) ?? `Player ${player}`;
  return (
    <>
      <h2>{proof.team_name}</h2>
      <Summary {...checked} />
      <Findings checked={checked} name={name} />
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

/** Lists problems, signatures, roots without the team, and points. */
function Findings({ checked, name }: { checked: CheckedLineup; name: (player: number) => string }) {
  const { problems, signatures, unproven, points } = checked;
  const nameIn = (text: string) => text.replace(/\bplayer (\d+)/g, (_, player) => name(Number(player)));
  return (
    <ul className={classes.findings}>
      {problems.map(({ lock, slot, text }) => (
        <li key={`${lock?.locks_at} ${slot} ${text}`} data-tone="danger">
          {lock
            ? `${formatDayTime(lock.locks_at)}${slot === null ? '' : `, slot ${slot + 1}`}: ${nameIn(text)}`
            : `${text[0]!.toUpperCase()}${text.slice(1)}`}
        </li>
      ))}
      {[...new Set(signatures)].map((state) =>
        state === 'SIGNED' && signatures.some((each) => each !== state) ? null : (
          <li key={state} data-tone={SIGNATURE_TONES[state]}>
            {SIGNATURES[state]}
          </li>
        ),
      )}
      {unproven.length > 0 ? <li>{describeUnproven(unproven)}</li> : null}
      {points.map(({ gameweek, published, computed }) => (
        <li key={gameweek} data-tone={published === computed ? 'grass' : 'danger'}>
          Gameweek {gameweek}: {computed} points from the open slots, {published} in the result
        </li>
      ))}
    </ul>
  );
}

function describeUnproven(roots: CheckedLineup['unproven']): string {
  const last = formatDayTime(roots.at(-1)!.locks_at);
  return roots.length === 1
    ? `This team's payment was confirmed after the lock root of ${last}, which proves nothing about it.`
    : `This team's payment was confirmed after ${roots.length} lock roots, the last one of ${last}, which prove nothing about it.`;
}

const SIGNATURES: Readonly<Record<SignatureState, string>> = {
  SIGNED: 'Receipt signed by this service',
  WRONG: 'The signature of the receipt is wrong.',
  UNKNOWN_KEY: 'The receipt is signed with a key that this service does not publish.',
  UNCHECKED: "This browser cannot check the receipt's signature. Use npm run verify-lineup instead.",
};
const SIGNATURE_TONES: Readonly<Record<SignatureState, 'grass' | 'danger' | undefined>> = {
  SIGNED: 'grass',
  WRONG: 'danger',
  UNKNOWN_KEY: 'danger',
  UNCHECKED: undefined,
};

function Summary({ proof, gameweeks, problems, isSettled, signatures, points }: CheckedLineup) {
  const isCorrect =
    problems.length === 0 &&
    points.every(({ published, computed }) => published === computed) &&
    !signatures.includes('WRONG');
  if (!isCorrect)
    return (
      <p className={classes.result} data-tone="danger">
        This lineup contradicts its proof.
      </p>
    );
  if (proof.locks.length > 0)
    return (
      <>
        <p className={classes.result} data-tone="grass">
          Slots, commitments and lock roots agree.
        </p>
        <p>
          {isSettled
            ? `Verified: ${plural(gameweeks.length, 'gameweek')} of the settled game.`
            : `Verified so far: ${gameweeks.length === 1 ? 'gameweek' : 'gameweeks'} ${gameweeks.join(', ')}. The whole game is verified once it is settled.`}
        </p>
      </>
    );
  return (
    <p className={classes.result}>
      {isSettled
        ? "This team's payment was confirmed after the lock roots of its game, so none contains the team and its lineup cannot be verified."
        : 'Nothing to verify yet: no lock root contains this team. The first one follows the next kick-off of its game, unless the game is cancelled.'}
    </p>
  );
}
