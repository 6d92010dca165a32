import type { ParticipationDetails } from '@touchline/api/http/entries';
import { useHost, useWatched } from '@touchline/host/host';
import { LazyDialog } from '@touchline/host/LazyDialog';
import { useUnsentLineups } from '@touchline/host/unsent-lineups';
import { useFocusBack } from '@touchline/host/use-focus-back';
import { useLeaveGuard } from '@touchline/host/use-leave-guard';
import { formatPlayersLeft } from '@touchline/rules/players-left';
import { Button } from '@touchline/ui/base';
import { Alert } from '@touchline/ui/data';
import { ordinal, plural } from '@touchline/ui/format';
import { IconArrowLeft, IconArrowsExchange } from '@touchline/ui/icons';
import { PageHeader } from '@touchline/ui/PageHeader';
import { useEffect, useState } from 'react';
import { EditTeam } from '../lineup-edit/EditTeam.tsx';
import { UnsentNotices } from '../lineup-edit/UnsentNotice.tsx';
import { applyUnsent } from '../lineup-edit/unsent-lineup.ts';
import { useLineupEdit } from '../lineup-edit/use-lineup-edit.ts';
import { loadOnActivity } from '../load-on-activity.ts';
import { findGameweek } from '../team/team-sheet.ts';
import { Recap, ShareTeam } from './Recap.tsx';
import { RenameTeam } from './RenameTeam.tsx';
import { TeamNotices } from './TeamNotices.tsx';
import { TeamSheet } from './TeamSheet.tsx';
import classes from './team-view.module.css';
import { ViewStats } from './ViewStats.tsx';

const loadPlayerPoints = async () =>
  (await import(/* webpackChunkName: "team-dialogs" */ './PlayerPoints.tsx')).PlayerPoints;
const loadLeaveDialog = async () =>
  (await import(/* webpackChunkName: "team-dialogs" */ '../lineup-edit/LeaveDialog.tsx')).LeaveDialog;

/** Formats the progress of a gameweek: "37 points, 2nd, 4 playing, 3 to come". */
function formatProgress(team: ParticipationDetails): string {
  const gameweek = findGameweek(team);
  if (!gameweek || team.game.status === 'CANCELLED') return '';
  const field = team.players.filter(({ id }) => team.field_players.includes(id));
  const left = team.game.status === 'ACTIVE' ? formatPlayersLeft(field) : null;
  const rank = team.rank === null ? null : ordinal(team.rank);
  return [plural(gameweek.points, 'point'), rank, left].filter(Boolean).join(', ');
}

interface TeamViewProps {
  team: ParticipationDetails;
  onBack: () => void;
}

/** A team with its live points and edit mode. */
export function TeamView({ team, onBack }: TeamViewProps) {
  const [openPlayer, setOpenPlayer] = useState<number | null>(null);
  const player = team.players.find(({ id }) => id === openPlayer) ?? null;
  // Loads all dialogs of the page, which are one chunk.
  useEffect(() => loadOnActivity(loadPlayerPoints), []);
  const { user } = useWatched(useHost().session);
  const unsent = useUnsentLineups(user?.wallet_address).filter((each) => each.participation_id === team.id);
  const shownTeam = applyUnsent(team, unsent);
  const { edit, editable, startEdit, resume, tooLate } = useLineupEdit(team, shownTeam, unsent);
  const guard = useLeaveGuard(edit?.changed ?? false);
  function leave() {
    // Otherwise the next visit would show the changes.
    edit?.cancel();
    guard.leave();
  }
  const editButton = useFocusBack<HTMLButtonElement>(edit !== null);
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        ml={-12}
        leftSection={<IconArrowLeft size={18} />}
        onClick={() => guard.requestLeave(onBack)}
      >
        Back
      </Button>
      <PageHeader
        title={team.team_name}
        subtitle={[team.game.name, formatProgress(team)].filter(Boolean).join(' · ')}
        actions={
          edit ? null : (
            <>
              <ShareTeam team={team} />
              {editable ? <RenameTeam team={team} /> : null}
              {editable ? (
                <Button
                  ref={editButton}
                  leftSection={<IconArrowsExchange size={18} />}
                  onClick={() => startEdit()}
                >
                  Edit Team
                </Button>
              ) : null}
            </>
          )
        }
      />
      {team.game.status === 'COMPLETED' ? <Recap team={team} /> : null}
      {tooLate ? (
        <Alert
          color="warn"
          mb="md"
          role="alert"
          title="Not saved"
          withCloseButton
          closeButtonLabel="Close"
          onClose={tooLate}
        >
          The game ended before you saved. Your team is unchanged.
        </Alert>
      ) : null}
      {edit ? null : <UnsentNotices team={team} unsent={unsent} onEdit={editable ? resume : null} />}
      <TeamNotices team={team} />
      <div className={classes.body} data-editing={edit ? true : undefined}>
        <ViewStats team={team} />
        {edit ? (
          <EditTeam edit={edit} onPlayer={setOpenPlayer} />
        ) : (
          <TeamSheet team={shownTeam} onPlayer={setOpenPlayer} onEdit={startEdit} />
        )}
      </div>
      <LazyDialog
        what="The player"
        load={loadPlayerPoints}
        dialog={{ opened: player !== null, team, player, onClose: () => setOpenPlayer(null) }}
      />
      <LazyDialog
        what="The question"
        load={loadLeaveDialog}
        dialog={{ opened: guard.isLeaving, onClose: guard.stay, onLeave: leave }}
      />
    </>
  );
}
