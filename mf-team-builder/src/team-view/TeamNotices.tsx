import type { ParticipationDetails } from '@touchline/api/http/entries';
import { Box } from '@touchline/ui/base';
import { Alert } from '@touchline/ui/data';
import { Refunds } from '../team/Refunds.tsx';
import { describeSuspension } from '../team/suspension.ts';
import { findGameweek } from '../team/team-sheet.ts';
import classes from './team-view.module.css';

/** Notices that explain the points of a team. */
export function TeamNotices({ team }: { team: ParticipationDetails }) {
  const gameweek = findGameweek(team);
  const { status } = team.game;
  const suspension = describeSuspension(team.game);
  const isOver = status === 'COMPLETED' || status === 'CANCELLED';
  return (
    <>
      {team.suspended ? (
        <Alert color="warn" mb="md" role="status" title={`Your ${suspension.problem}`}>
          The network undid your payment. {suspension.consequence}
        </Alert>
      ) : null}
      {team.excluded_reason === null ? null : (
        <Alert color="warn" mb="md" role="status" title="This team is not in the rankings">
          Removed from the rankings by an administrator: {team.excluded_reason}
        </Alert>
      )}
      {team.refunds.length === 0 ? null : (
        <Box mb="lg">
          <Refunds refunds={team.refunds} />
        </Box>
      )}
      {gameweek && gameweek.matches_counting < gameweek.matches ? (
        <p className={classes.notice}>
          {gameweek.matches_counting} of {gameweek.matches} matches{' '}
          {isOver ? 'count for this team: it' : 'still count: this team'} joined after the first kick-off.
        </p>
      ) : null}
    </>
  );
}
