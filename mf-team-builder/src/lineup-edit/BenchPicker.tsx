import type { ParticipationPlayer } from '@touchline/api/http/entries';
import { moveToField } from '@touchline/rules/draft';
import { positionName } from '@touchline/rules/squad';
import { UnstyledButton } from '@touchline/ui/base';
import { Dialog } from '@touchline/ui/Dialog';
import type { PitchSlot } from '@touchline/ui/Pitch';
import { PlayerRow } from '@touchline/ui/PlayerRow';
import { findClubMatches } from '../football/use-upcoming.ts';
import panel from '../page/panel.module.css';
import { describeLock } from '../team/locks.ts';
import { formatMatches } from '../team/match-labels.ts';
import classes from '../team/team.module.css';
import type { LineupEdit } from './use-lineup-edit.ts';

interface BenchPickerProps {
  opened: boolean;
  edit: LineupEdit;
  /** The empty slot. */
  slot: PitchSlot | null;
  onClose: () => void;
}

/** Chooses a bench player for an empty slot (VIEW-11). */
export function BenchPicker({ opened, edit, slot, onClose }: BenchPickerProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Select Player">
      {slot ? <Candidates edit={edit} slot={slot} onDone={onClose} /> : null}
    </Dialog>
  );
}

function Candidates({ edit, slot, onDone }: { edit: LineupEdit; slot: PitchSlot; onDone: () => void }) {
  const { draft, positions, team, fixed, upcoming } = edit;
  const formatPlayerMatches = (player: ParticipationPlayer) =>
    upcoming ? findClubMatches(upcoming, player.team_code).matches : formatMatches(player);
  const candidates = draft.bench
    .filter((id) => positions.get(id) === slot.position)
    .flatMap((id) => team.players.find((player) => player.id === id) ?? []);
  if (candidates.length === 0)
    return <p className={panel.hint}>No {positionName(slot.position)} players available on bench</p>;
  return (
    <ul className={classes.list} aria-label="Bench players">
      {candidates.map((player) => (
        <li key={player.id}>
          <UnstyledButton
            className={classes.row ?? ''}
            disabled={fixed.has(player.id)}
            onClick={() => {
              edit.arrange(moveToField(draft, player.id, positions, slot.id));
              onDone();
            }}
          >
            <PlayerRow
              name={player.web_name}
              clubCode={player.team_code}
              clubShort={player.team_short_name}
              position={slot.position}
              meta={fixed.has(player.id) ? describeLock(player) : formatPlayerMatches(player)}
              dimmed={fixed.has(player.id)}
            />
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
