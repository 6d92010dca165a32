import type { ParticipationDetails } from '@touchline/api/http/entries';
import { removeUnsentLineup, type UnsentLineup } from '@touchline/host/unsent-lineups';
import { useNow } from '@touchline/host/use-now';
import { Button } from '@touchline/ui/base';
import { formatAge } from '@touchline/ui/DataAge';
import { Alert } from '@touchline/ui/data';
import { IconAlertTriangle, IconClock } from '@touchline/ui/icons';
import classes from './edit.module.css';
import { describeRejection } from './unsent-lineup.ts';

interface UnsentNoticeProps {
  team: ParticipationDetails;
  unsent: UnsentLineup;
  /** Opens the kept lineup in edit mode; null after the game has ended. */
  onEdit: (() => void) | null;
}

/** A notice about a lineup that is kept in this browser: it waits for a connection, or why the server rejected it. */
export function UnsentNotice({ team, unsent, onEdit }: UnsentNoticeProps) {
  // Changes every minute; the age itself is by the browser's clock.
  useNow();
  const rejection = describeRejection(team, unsent);
  const actions = (
    <div className={classes.unsentActions}>
      {onEdit ? (
        <Button variant="default" onClick={onEdit}>
          {rejection === null ? 'Edit again' : 'Review changes'}
        </Button>
      ) : null}
      <Button variant="subtle" color="gray" onClick={() => removeUnsentLineup(unsent)}>
        Discard changes
      </Button>
    </div>
  );
  if (rejection !== null)
    return (
      <Alert
        color="danger"
        mb="md"
        role="alert"
        icon={<IconAlertTriangle />}
        title="Your changes are not saved"
      >
        <p className={classes.unsentText}>{rejection} Your changes are kept on this device.</p>
        {actions}
      </Alert>
    );
  return (
    <Alert color="warn" mb="md" role="status" icon={<IconClock />} title="Lineup not sent yet">
      <p className={classes.unsentText}>
        Kept on this device {formatAge(Date.now() - unsent.saved_at)} ago. It is sent when you are online
        again; players whose matches kick off before that cannot be moved.
      </p>
      {actions}
    </Alert>
  );
}
