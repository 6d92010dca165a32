import type { ParticipationDetails } from '@touchline/api/http/entries';
import { removeUnsentLineup, type UnsentLineup } from '@touchline/host/unsent-lineups';
import { useNow } from '@touchline/host/use-now';
import { Button, Group, Text } from '@touchline/ui/base';
import { formatAge } from '@touchline/ui/DataAge';
import { Alert } from '@touchline/ui/data';
import { IconAlertTriangle, IconClock } from '@touchline/ui/icons';
import { describeRejection } from './unsent-lineup.ts';

interface UnsentNoticesProps {
  team: ParticipationDetails;
  /** The kept lineups of the team, one per gameweek. */
  unsent: readonly UnsentLineup[];
  /** Opens a kept lineup in edit mode; null after the game has ended. */
  onEdit: ((unsent: UnsentLineup) => void) | null;
}

/** Notices about lineups that are kept in this browser. */
export function UnsentNotices({ team, unsent, onEdit }: UnsentNoticesProps) {
  return unsent.map((each) => (
    <UnsentNotice key={each.gameweek} team={team} unsent={each} onEdit={onEdit && (() => onEdit(each))} />
  ));
}

interface UnsentNoticeProps {
  team: ParticipationDetails;
  unsent: UnsentLineup;
  onEdit: (() => void) | null;
}

/** A notice about one kept lineup: it waits for a connection, or why the server rejected it. */
function UnsentNotice({ team, unsent, onEdit }: UnsentNoticeProps) {
  // Changes every minute; the age itself is by the browser's clock.
  useNow();
  const rejection = describeRejection(team, unsent);
  const later = unsent.gameweek > team.edit_gameweek ? ` from gameweek ${unsent.gameweek}` : '';
  const actions = (
    <Group gap={8}>
      {onEdit ? (
        <Button variant="default" onClick={onEdit}>
          {rejection === null ? 'Edit again' : 'Review changes'}
        </Button>
      ) : null}
      <Button variant="subtle" color="gray" onClick={() => removeUnsentLineup(unsent)}>
        Discard changes
      </Button>
    </Group>
  );
  if (rejection !== null)
    return (
      <Alert
        color="danger"
        mb="md"
        role="alert"
        icon={<IconAlertTriangle />}
        title={`Your changes${later} are not saved`}
      >
        <Text mb="sm">{rejection} Your changes are kept on this device.</Text>
        {actions}
      </Alert>
    );
  return (
    <Alert color="warn" mb="md" role="status" icon={<IconClock />} title={`Lineup${later} not sent yet`}>
      <Text mb="sm">
        Kept on this device {formatAge(Date.now() - unsent.saved_at)} ago. It is sent when you are online
        again; players whose matches kick off before that cannot be moved.
      </Text>
      {actions}
    </Alert>
  );
}
