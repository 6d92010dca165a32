import type { ParticipationDetails } from '@touchline/api/http/entries';
import { Pitch, PitchBench, type PitchSlot } from '@touchline/ui/Pitch';
import panel from '../page/panel.module.css';
import classes from '../team/team.module.css';
import { benchSlots, fieldSlots, gameweekOf } from '../team/team-sheet.ts';
import { useLocked } from '../team/use-locked.ts';
import { GameInformation } from './GameInformation.tsx';
import { GameweekTable } from './GameweekTable.tsx';
import { NextLineup } from './NextLineup.tsx';
import { TeamLists } from './TeamLists.tsx';
import view from './team-view.module.css';

interface TeamSheetProps {
  team: ParticipationDetails;
  onPlayer: (id: number) => void;
  /** Opens the edit mode for a gameweek. */
  onEdit: (gameweek: number) => void;
}

/** View mode: the saved team with live points (VIEW-04). */
export function TeamSheet({ team, onPlayer, onEdit }: TeamSheetProps) {
  const locked = useLocked(team);
  const show = ({ player }: PitchSlot) => player && onPlayer(player.id);
  const slots = [fieldSlots(team, locked), benchSlots(team, locked)] as const;
  const provisional = slots.flat().some(({ player }) => player?.provisional);
  const projected = gameweekOf(team)?.substitutions.some((pair) => pair.projected);
  return (
    <div className={`${classes.columns} ${view.sheet}`}>
      <div className={classes.column}>
        <Pitch formation={team.formation} slots={slots[0]} onSlot={show} />
        <PitchBench slots={slots[1]} onSlot={show} />
        {provisional || projected ? (
          <p className={panel.small}>
            {provisional ? '* Provisional: bonus and corrections are still to come. ' : ''}
            {projected ? 'Substitutions are projected until the gameweek is over.' : ''}
          </p>
        ) : null}
        <NextLineup team={team} onEdit={onEdit} />
        <div className={view.late}>
          <GameInformation game={team.game} />
          <GameweekTable team={team} />
        </div>
      </div>
      <div className={classes.column}>
        <TeamLists team={team} locked={locked} onPlayer={onPlayer} />
      </div>
    </div>
  );
}
