import type { ParticipationDetails } from '@touchline/api/http/entries';
import { Alert } from '@touchline/ui/base';
import { gameweekOf } from '../team/team-sheet.ts';
import classes from './team-view.module.css';

/** What one should know about a team before looking at its points. */
export function TeamNotices({ team }: { team: ParticipationDetails }) {
  const gameweek = gameweekOf(team);
  return (
    <>
      {team.suspended ? (
        <Alert color="warn" mb="md" role="status" title="Your payment is being checked again">
          The chain took back the block that held it. This team is out of the standings until it is mined
          again; its points go on.
        </Alert>
      ) : null}
      {gameweek && gameweek.matches_counting < gameweek.matches ? (
        <p className={classes.notice}>
          {gameweek.matches_counting} of {gameweek.matches} matches still count: this team joined after the
          first had begun.
        </p>
      ) : null}
    </>
  );
}
