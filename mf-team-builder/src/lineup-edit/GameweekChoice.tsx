import { Stack } from '@touchline/ui/base';
import { SegmentedControl } from '@touchline/ui/forms';
import panel from '../page/panel.module.css';
import type { LineupEdit } from './use-lineup-edit.ts';

const KEEP_PLACE = 'Players whose match has kicked off keep their place.';

/** In season games, chooses between editing the current gameweek, within its locks, and all later ones. */
export function GameweekChoice({ edit }: { edit: LineupEdit }) {
  const { team, nextGameweek, gameweek, locked } = edit;
  const hasLocks = team.players.some((player) => player.locked);
  if (nextGameweek === null || !(hasLocks || team.next_lineup)) return null;
  return (
    <Stack gap={6}>
      <SegmentedControl
        fullWidth
        aria-label="Counts from"
        value={String(gameweek)}
        onChange={(value) => edit.applyFrom(Number(value))}
        data={[
          { value: String(team.edit_gameweek), label: `Gameweek ${team.edit_gameweek}` },
          { value: String(nextGameweek), label: `From gameweek ${nextGameweek}` },
        ]}
      />
      <p className={panel.small}>
        {gameweek > team.edit_gameweek
          ? `${locked.size > 0 ? KEEP_PLACE : 'All players can be moved.'} Gameweek ${team.edit_gameweek} is not affected.`
          : team.next_lineup
            ? `Gameweek ${nextGameweek} keeps the lineup that you saved for it.`
            : KEEP_PLACE}
      </p>
    </Stack>
  );
}
