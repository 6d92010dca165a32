import { TouchlineError } from '@touchline/api/errors';
import { isStale } from '@touchline/host/unsent-lineups';
import { Button } from '@touchline/ui/base';
import { Alert } from '@touchline/ui/data';
import { IconAlertTriangle, IconLock } from '@touchline/ui/icons';
import { formatNames } from '../team/names.ts';
import classes from './edit.module.css';
import type { LineupEdit } from './use-lineup-edit.ts';

/**
 * Explains why the lineup was not saved and offers a way to save it. The changes are kept. Departs from VIEW-15, which shows
 * nothing.
 */
export function SaveFailure({ edit, failure }: { edit: LineupEdit; failure: Error }) {
  const locked = parseLockedIds(failure);
  if (locked.length > 0) return <LockedFailure edit={edit} ids={locked} />;
  return (
    <Alert color="danger" role="alert" title="Not saved" icon={<IconAlertTriangle />}>
      {addFullStop(failure.message)}
      {isStale(failure) ? ' Save again to replace it, or cancel to see it.' : ''}
      {edit.changed ? ' Your changes are still here.' : ''}
    </Alert>
  );
}

function LockedFailure({ edit, ids }: { edit: LineupEdit; ids: readonly number[] }) {
  const { team, gameweek, nextGameweek } = edit;
  const later = nextGameweek !== null && nextGameweek > gameweek ? nextGameweek : null;
  return (
    <Alert
      color="danger"
      role="alert"
      icon={<IconLock />}
      title={`Not saved: ${formatNames(team, ids)} ${ids.length === 1 ? 'is' : 'are'} locked`}
    >
      <div className={classes.lockedFailure}>
        <span>
          {ids.length === 1 ? 'The match has' : 'Their matches have'} kicked off: lineup place and armbands
          are fixed until gameweek {gameweek} is over. Your changes are still here.
        </span>
        {later === null ? null : (
          <Button variant="default" loading={edit.saving} onClick={() => edit.save(later)}>
            Save from gameweek {later}
          </Button>
        )}
      </div>
    </Alert>
  );
}

/** Reads the ids of the locked players from the error. */
function parseLockedIds(failure: Error): number[] {
  if (!(failure instanceof TouchlineError) || failure.code !== 'PLAYER_LOCKED') return [];
  return failure.details.flatMap(({ player_id }) => player_id ?? []);
}

const addFullStop = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);
