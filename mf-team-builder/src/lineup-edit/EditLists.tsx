import type { ParticipationPlayer } from '@touchline/api/http/entries';
import { type Draft, fieldPlayers, moveOnBench, moveToBench, moveToField } from '@touchline/rules/draft';
import { ActionIcon } from '@touchline/ui/base';
import { IconArrowDown, IconArrowUp, IconChevronDown, IconChevronUp } from '@touchline/ui/icons';
import { useRovingRows } from '@touchline/ui/roving';
import type { ReactNode } from 'react';
import { findClubMatches } from '../football/use-upcoming.ts';
import panel from '../page/panel.module.css';
import { TeamPlayer } from '../team/TeamPlayer.tsx';
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

interface EditListProps extends EditListsProps {
  title: string;
  hint?: string;
  ids: readonly number[];
  children: (player: ParticipationPlayer) => ReactNode;
}

function EditList({ title, hint, ids, edit, onPlayer, children }: EditListProps) {
  const rovingProps = useRovingRows<HTMLUListElement>();
  const players = ids.flatMap((id) => edit.team.players.find((player) => player.id === id) ?? []);
  return (
    <section className={panel.panel} aria-label={title}>
      <h2>{title}</h2>
      {hint ? <p className={panel.small}>{hint}</p> : null}
      <ul className={teamClasses.list} {...rovingProps}>
        {players.map((player) => (
          <li key={player.id} className={classes.editRow}>
            <TeamPlayer
              team={edit.team}
              player={player}
              locked={edit.locked.has(player.id)}
              explained
              {...(edit.upcoming
                ? { upcoming: findClubMatches(edit.upcoming, player.team_code).matches }
                : {})}
              onPlayer={onPlayer}
            />
            <Moves edit={edit} id={player.id}>
              {children(player)}
            </Moves>
          </li>
        ))}
      </ul>
    </section>
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
