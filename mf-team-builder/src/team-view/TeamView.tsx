import type { ParticipationDetails } from '@touchline/api/http/entries';
import { Alert, Button } from '@touchline/ui/base';
import { IconArrowLeft } from '@touchline/ui/icons';
import { PageHeader } from '@touchline/ui/page-header';
import { Pitch, PitchBench, type PitchSlot } from '@touchline/ui/pitch';
import { useState } from 'react';
import { GameInformation } from './GameInformation.tsx';
import { GameweekTable } from './GameweekTable.tsx';
import { PlayerPoints } from './PlayerPoints.tsx';
import { TeamLists } from './TeamLists.tsx';
import { benchSlots, fieldSlots, gameweekOf } from './team-sheet.ts';
import classes from './team-view.module.css';
import { ViewStats } from './ViewStats.tsx';

interface TeamViewProps {
  team: ParticipationDetails;
  onBack: () => void;
}

/** A team as it stands: pitch and bench with live points, totals, game, gameweeks. */
export function TeamView({ team, onBack }: TeamViewProps) {
  const [open, setOpen] = useState<number | null>(null);
  const show = ({ player }: PitchSlot) => setOpen(player?.id ?? null);
  const gameweek = gameweekOf(team);
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        ml={-12}
        leftSection={<IconArrowLeft size={18} />}
        onClick={onBack}
      >
        Back
      </Button>
      <PageHeader title={team.team_name} subtitle={team.game.name} />
      {team.suspended ? (
        <Alert color="warn" mb="md" role="status" title="Your payment is being checked again">
          The chain took back the block that held it. This team is out of the standings until it is mined
          again; its points go on.
        </Alert>
      ) : null}
      <ViewStats team={team} />
      {gameweek && gameweek.matches_counting < gameweek.matches ? (
        <p className={classes.notice}>
          {gameweek.matches_counting} of {gameweek.matches} matches still count: this team joined after the
          first had begun.
        </p>
      ) : null}
      <div className={classes.columns}>
        <div className={classes.column}>
          <Pitch formation={team.formation} slots={fieldSlots(team)} onSlot={show} />
          <PitchBench slots={benchSlots(team)} onSlot={show} />
          <GameInformation game={team.game} />
          <GameweekTable team={team} />
        </div>
        <div className={classes.column}>
          <TeamLists team={team} onPlayer={setOpen} />
        </div>
      </div>
      <PlayerPoints
        team={team}
        player={team.players.find(({ id }) => id === open) ?? null}
        onClose={() => setOpen(null)}
      />
    </>
  );
}
