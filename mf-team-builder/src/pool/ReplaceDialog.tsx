import { findReplaceable, squadRejection } from '@touchline/rules/squad';
import { Dialog } from '@touchline/ui/Dialog';
import { useSquad } from '../draft/builder-context.ts';
import { useDraftMoves } from '../draft/use-draft-moves.ts';
import type { BuilderPlayer } from '../football/builder-players.ts';
import panel from '../page/panel.module.css';
import classes from './PlayerList.module.css';
import { PlayerOption } from './PlayerOption.tsx';

interface ReplaceDialogProps {
  opened: boolean;
  /** The player to add. */
  incoming: BuilderPlayer | null;
  onClose: () => void;
}

/** Chooses the player whose slot goes to a player of the same, full position. */
export function ReplaceDialog({ opened, incoming, onClose }: ReplaceDialogProps) {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={incoming ? `Who makes way for ${incoming.web_name}?` : ''}
    >
      {incoming ? <ReplaceableList incoming={incoming} onDone={onClose} /> : null}
    </Dialog>
  );
}

/** Players of the squad who can make way for `incoming`. */
export function ReplaceableList({ incoming, onDone }: { incoming: BuilderPlayer; onDone: () => void }) {
  const squad = useSquad();
  const moves = useDraftMoves();
  const replace = (mate: BuilderPlayer) => {
    if (moves.add(incoming, { replacing: mate.id })) onDone();
  };
  return (
    <>
      <p className={panel.hint}>{squadRejection(incoming, squad)?.message}.</p>
      <ul className={classes.options} aria-label="Players who can make way">
        {findReplaceable(incoming, squad).map((mate) => (
          <li key={mate.id} className={classes.listed}>
            <PlayerOption player={mate} onPick={replace} />
          </li>
        ))}
      </ul>
    </>
  );
}
