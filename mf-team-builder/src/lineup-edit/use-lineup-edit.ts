import type { ParticipationDetails } from '@touchline/api/http/entries';
import { type Draft, fieldPlayers } from '@touchline/rules/draft';
import { FIELD_SIZE } from '@touchline/rules/squad';
import { useState } from 'react';
import { useLocked } from '../team/use-locked.ts';
import {
  displaced,
  isChanged,
  lineupToSave,
  nextGameweekOf,
  positionsOf,
  refusedPlayers,
  savedDraft,
  withLockedBench,
} from './lineup-edit.ts';
import type { Board } from './moves.ts';
import { useSaveLineup } from './use-save-lineup.ts';
import { type Upcoming, useUpcoming } from './use-upcoming.ts';

const NOBODY: ReadonlySet<number> = new Set();

/** A line-up being edited; the team behind it goes on moving. */
export interface LineupEdit extends Board {
  team: ParticipationDetails;
  saved: Draft;
  /** Locked in the gameweek that this counts from; `fixed` are those of them who stand where they are saved. */
  locked: ReadonlySet<number>;
  /** The gameweek from which on it counts. */
  gameweek: number;
  /** The matches of that gameweek, where it is not the one that the players' points are of. */
  upcoming: Upcoming | null;
  /** A season game's other choice, null without one. */
  nextGameweek: number | null;
  changed: boolean;
  /** Empty places on the pitch. */
  missing: number;
  /** Who locked after the draft moved them: saving it would be refused. */
  refused: readonly number[];
  saving: boolean;
  failure: Error | null;
  arrange(draft: Draft): void;
  countFrom(gameweek: number): void;
  /** Saves the draft, from its own gameweek on or from a later one. */
  save(gameweek?: number): void;
  cancel(): void;
}

interface Intent {
  /** Null: nothing has been moved yet. */
  draft: Draft | null;
  gameweek: number;
}

/** The edit mode of a team (VIEW-09): `edit` is null in view mode, and once the game takes no edits any more. */
export function useLineupEdit(team: ParticipationDetails) {
  const [intent, setIntent] = useState<Intent | null>(null);
  const lockedNow = useLocked(team);
  const save = useSaveLineup(team, () => setIntent(null));
  const editable = team.game.status === 'UPCOMING' || team.game.status === 'ACTIVE';
  const begin = (gameweek = team.edit_gameweek) => {
    save.reset();
    setIntent({ draft: null, gameweek });
  };
  const counts = intent && Math.max(intent.gameweek, team.edit_gameweek);
  const shown = team.gameweek ?? team.edit_gameweek;
  const upcoming = useUpcoming(counts !== null && counts > shown ? counts : null);
  const edit = intent && editable ? editOf(intent) : null;
  return {
    edit,
    editable,
    begin,
    /** Changes that came too late: the game was over before they were saved. */
    tooLate: !editable && intent?.draft ? () => setIntent(null) : null,
  };

  function editOf(intent: Intent): LineupEdit {
    const gameweek = Math.max(intent.gameweek, team.edit_gameweek);
    const locked = gameweek > team.edit_gameweek ? NOBODY : lockedNow;
    const saved = savedDraft(team, gameweek);
    const draft = withLockedBench(intent.draft ?? saved, saved, locked);
    const moved = displaced(draft, saved, locked);
    const lineup = lineupToSave(draft, locked);
    return {
      team,
      draft,
      saved,
      locked,
      gameweek,
      upcoming,
      positions: positionsOf(team),
      fixed: new Set([...locked].filter((id) => !moved.has(id))),
      nextGameweek: nextGameweekOf(team),
      changed: isChanged(draft, saved),
      missing: FIELD_SIZE - fieldPlayers(draft).length,
      refused: refusedPlayers(draft, saved, locked),
      saving: save.isPending,
      failure: save.error,
      arrange(draft) {
        save.reset();
        setIntent({ draft, gameweek });
      },
      countFrom(gameweek) {
        save.reset();
        setIntent({ ...intent, gameweek });
      },
      save(from = gameweek) {
        if (!lineup || save.isPending) return;
        save.mutate(from > team.edit_gameweek ? { lineup, effective_gameweek: from } : { lineup });
      },
      cancel() {
        save.reset();
        setIntent(null);
      },
    };
  }
}
