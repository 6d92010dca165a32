import type { ParticipationDetails } from '@touchline/api/http/entries';
import { type Draft, fieldPlayers } from '@touchline/rules/draft';
import { FIELD_SIZE } from '@touchline/rules/squad';
import { useState } from 'react';
import { type Upcoming, useUpcoming } from '../football/use-upcoming.ts';
import { useLocked } from '../team/use-locked.ts';
import {
  armbandHolder,
  displaced,
  isChanged,
  lineupToSave,
  findNextGameweek,
  mapPositions,
  findConflicts,
  savedDraft,
  withLockedBench,
  withWearers,
} from './lineup-edit.ts';
import type { Board } from './moves.ts';
import { useSaveLineup } from './use-save-lineup.ts';

const NONE: ReadonlySet<number> = new Set();

/** A lineup being edited, while the team's points keep updating. */
export interface LineupEdit extends Board {
  team: ParticipationDetails;
  saved: Draft;
  /** Players locked in `gameweek`; `fixed` are those of them, and of fixed armbands, who are in their saved place. */
  locked: ReadonlySet<number>;
  /** The captain or vice-captain whose kick-off fixed both armbands; undefined while they can be moved. */
  armbandHolder: number | undefined;
  /** The first gameweek that the lineup applies to. */
  gameweek: number;
  /** The matches of that gameweek, if it is not the one of the players' points. */
  upcoming: Upcoming | null;
  /** The matches of that gameweek that have not kicked off; null while loading. */
  ahead: Upcoming | null;
  /** The other gameweek that a season game offers; null in other games. */
  nextGameweek: number | null;
  changed: boolean;
  /** Number of empty slots on the pitch. */
  missing: number;
  /** Players who locked after being moved: saving would be refused. */
  refused: readonly number[];
  saving: boolean;
  failure: Error | null;
  arrange(draft: Draft): void;
  countFrom(gameweek: number): void;
  /** Saves the draft for its gameweek or a later one. */
  save(gameweek?: number): void;
  cancel(): void;
}

interface Intent {
  /** Null: nothing was changed yet. */
  draft: Draft | null;
  gameweek: number;
}

/** The edit mode of a team (VIEW-09): `edit` is null in view mode and after the game has ended. */
export function useLineupEdit(team: ParticipationDetails) {
  const [intent, setIntent] = useState<Intent | null>(null);
  const lockedNow = useLocked(team);
  const save = useSaveLineup(team, () => setIntent(null));
  const editable = team.game.status === 'UPCOMING' || team.game.status === 'ACTIVE';
  const begin = (gameweek = team.edit_gameweek) => {
    save.reset();
    setIntent({ draft: null, gameweek });
  };
  const appliesFrom = intent && Math.max(intent.gameweek, team.edit_gameweek);
  const shown = team.gameweek ?? team.edit_gameweek;
  const ahead = useUpcoming(appliesFrom);
  const upcoming = appliesFrom !== null && appliesFrom > shown ? ahead : null;
  const edit = intent && editable ? editOf(intent) : null;
  return {
    edit,
    editable,
    begin,
    /** Set if the game ended before changes were saved; dismisses the notice. */
    tooLate: !editable && intent?.draft ? () => setIntent(null) : null,
  };

  function editOf(intent: Intent): LineupEdit {
    const gameweek = Math.max(intent.gameweek, team.edit_gameweek);
    const locked = gameweek > team.edit_gameweek ? NONE : lockedNow;
    const saved = savedDraft(team, gameweek);
    const draft = withLockedBench(intent.draft ?? saved, saved, locked);
    const kept = withWearers(locked, saved);
    const moved = displaced(draft, saved, kept);
    const lineup = lineupToSave(draft, saved, locked);
    return {
      team,
      draft,
      saved,
      locked,
      armbandHolder: armbandHolder(saved, locked),
      gameweek,
      upcoming,
      ahead,
      positions: mapPositions(team),
      fixed: new Set([...kept].filter((id) => !moved.has(id))),
      nextGameweek: findNextGameweek(team),
      changed: isChanged(draft, saved),
      missing: FIELD_SIZE - fieldPlayers(draft).length,
      refused: findConflicts(draft, saved, locked),
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
