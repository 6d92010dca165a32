import type { ParticipationPlayer } from '@touchline/api/http/entries';
import { type Draft, fieldPlayers, moveOnBench, moveToBench, moveToField } from '@touchline/rules/draft';
import { ActionIcon } from '@touchline/ui/base';
import { IconArrowDown, IconArrowUp, IconChevronDown, IconChevronUp } from '@touchline/ui/icons';
import { useRovingRows } from '@touchline/ui/roving';
import type { ComponentProps, ReactNode } from 'react';
import panel from '../page/panel.module.css';
import { PlayerList } from '../team/PlayerList.tsx';
import teamClasses from '../team/team.module.css';
import classes from './edit.module.css';
import { hasFreeSlot } from './moves.ts';
import type { LineupEdit } from './use-lineup-edit.ts';
import { useMovedFocus } from './use-moved-focus.ts';

interface EditListsProps {
  edit: LineupEdit;
  onPlayer: (id: number) => void;
}

/** Field and bench players. Arrows move them between pitch and bench and within the bench (VIEW-10). */
export function EditLists({ edit, onPlayer }: EditListsProps) {
  const field = fieldPlayers(edit.draft);
  const { bench } = edit.draft;
  const { lists, move } = useMovedFocus(edit);
  return (
    <div ref={lists} className={teamClasses.column}>
      <EditList title={`Field Players (${field.length}/11)`} ids={field} edit={edit} onPlayer={onPlayer}>
        {(player) => <DownArrow edit={edit} player={player} onMove={(draft) => move(player.id, draft)} />}
      </EditList>
      <EditList
        title={`Bench Players (${bench.length}/4)`}
        hint="The up arrow fills an empty place of that position. Substitutes come on in this order."
        ids={bench}
        edit={edit}
        onPlayer={onPlayer}
      >
        {(player) => <BenchArrows edit={edit} player={player} onMove={(draft) => move(player.id, draft)} />}
      </EditList>
    </div>
  );
}

type EditListProps = EditListsProps &
  Pick<ComponentProps<typeof PlayerList>, 'title' | 'hint' | 'ids'> & {
    children: (player: ParticipationPlayer) => ReactNode;
  };

function EditList({ edit, children, ...list }: EditListProps) {
  const listProps = useRovingRows<HTMLUListElement>();
  const renderMoves = (player: ParticipationPlayer) => (
    <Moves edit={edit} id={player.id}>
      {children(player)}
    </Moves>
  );
  const { team, locked, upcoming } = edit;
  return (
    <PlayerList {...list} team={team} locked={locked} upcoming={upcoming} edit={{ listProps, renderMoves }} />
  );
}

/** The arrows of a player who can be moved, or the reason why an armband wearer cannot. */
function Moves({ edit, id, children }: { edit: LineupEdit; id: number; children: ReactNode }) {
  if (!edit.fixed.has(id))
    return (
      <div className={classes.arrows} data-arrows={id}>
        {children}
      </div>
    );
  return edit.locked.has(id) ? null : <p className={panel.small}>Wears a fixed armband, so can't be moved</p>;
}

interface ArrowProps {
  edit: LineupEdit;
  player: ParticipationPlayer;
  onMove: (draft: Draft) => void;
}

function DownArrow({ edit, player, onMove }: ArrowProps) {
  const { draft, positions } = edit;
  return (
    <ActionIcon
      variant="default"
      aria-label={`Move ${player.web_name} to the bench`}
      onClick={() => onMove(moveToBench(draft, player.id, positions))}
    >
      <IconArrowDown size={20} />
    </ActionIcon>
  );
}

function BenchArrows({ edit, player, onMove }: ArrowProps) {
  const { draft, positions, fixed } = edit;
  const { id, web_name } = player;
  const earlier = moveOnBench(draft, id, -1, positions, fixed);
  const later = moveOnBench(draft, id, 1, positions, fixed);
  const isMove = (to: typeof draft) => to.bench.some((each, at) => each !== draft.bench[at]);
  return (
    <>
      {positions.get(id) === 1 ? null : (
        <>
          <ActionIcon
            aria-label={`Move ${web_name} up in the bench order`}
            disabled={!isMove(earlier)}
            onClick={() => onMove(earlier)}
          >
            <IconChevronUp size={20} />
          </ActionIcon>
          <ActionIcon
            aria-label={`Move ${web_name} down in the bench order`}
            disabled={!isMove(later)}
            onClick={() => onMove(later)}
          >
            <IconChevronDown size={20} />
          </ActionIcon>
        </>
      )}
      <ActionIcon
        variant="default"
        aria-label={`Bring ${web_name} on`}
        disabled={!hasFreeSlot(edit, id)}
        onClick={() => onMove(moveToField(draft, id, positions))}
      >
        <IconArrowUp size={20} />
      </ActionIcon>
    </>
  );
}
