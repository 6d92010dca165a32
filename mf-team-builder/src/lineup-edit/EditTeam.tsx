import { VisuallyHidden } from '@touchline/ui/base';
import { useEffect, useRef } from 'react';
import team from '../team/team.module.css';
import { CaptaincyChoice } from './CaptaincyChoice.tsx';
import { EditBar } from './EditBar.tsx';
import { EditLists } from './EditLists.tsx';
import { EditPitch } from './EditPitch.tsx';
import { FormationChoice } from './FormationChoice.tsx';
import { GameweekChoice } from './GameweekChoice.tsx';
import type { LineupEdit } from './use-lineup-edit.ts';

interface EditTeamProps {
  edit: LineupEdit;
  onPlayer: (id: number) => void;
}

/** The edit mode of a team (VIEW-09). */
export function EditTeam({ edit, onPlayer }: EditTeamProps) {
  const title = useRef<HTMLHeadingElement>(null);
  // The focused "Edit Team" button was unmounted.
  useEffect(() => title.current?.focus(), []);
  return (
    <>
      <VisuallyHidden component="h2" ref={title} tabIndex={-1}>
        Edit your lineup
      </VisuallyHidden>
      <div className={team.columns}>
        <div className={team.column}>
          <GameweekChoice edit={edit} />
          <FormationChoice edit={edit} />
          <EditPitch edit={edit} onPlayer={onPlayer} />
        </div>
        <div className={team.column}>
          <CaptaincyChoice edit={edit} />
          <EditLists edit={edit} onPlayer={onPlayer} />
        </div>
      </div>
      <EditBar edit={edit} />
    </>
  );
}
