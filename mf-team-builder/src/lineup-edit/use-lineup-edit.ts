import type { ParticipationDetails } from '@touchline/api/http/entries';
import type { ApiLineup } from '@touchline/api/http/lineups';
import { useHost } from '@touchline/host/host';
import type { UnsentLineup } from '@touchline/host/unsent-lineups';
import { type Draft, fieldPlayers } from '@touchline/rules/draft';
import { FIELD_SIZE } from '@touchline/rules/squad';
import { useEffect, useRef, useState } from 'react';
import { type Upcoming, useUpcoming } from '../football/use-upcoming.ts';
import { getTeamQueryKey } from '../team/team.queries.ts';
import { useLocked } from '../team/use-locked.ts';
import {
  applyLockedBench,
  buildDraft,
  buildLineupToSave,
  findArmbandHolder,
  findConflicts,
  findDisplaced,
  findFixedPlayers,
  findNextGameweek,
  findSavedLineup,
  isChanged,
  mapPositions,
} from './lineup-edit.ts';
import type { EditableDraft } from './moves.ts';
import { applyLineup, findReplaced } from './unsent-lineup.ts';
import { isStale, type LineupSave, useSaveLineup } from './use-save-lineup.ts';

const NONE: ReadonlySet<number> = new Set();

/** A lineup being edited, while the team's points keep updating. */
export interface LineupEdit extends EditableDraft {
  team: ParticipationDetails;
  saved: Draft;
  /** Players locked in `gameweek`. `fixed` holds those in their saved place, plus the wearers of fixed armbands. */
  locked: ReadonlySet<number>;
  /** The captain or vice-captain whose kick-off fixed both armbands; undefined while they can be moved. */
  armbandHolder: number | undefined;
  /** The first gameweek that the lineup applies to. */
  gameweek: number;
  /** The matches of `gameweek`, if the players' points belong to another one; otherwise null. */
  upcoming: Upcoming | null;
  /** The matches of `gameweek` that have not kicked off; null while loading. */
  notStarted: Upcoming | null;
  /** The later gameweek that a season game offers for editing; null in other games. */
  nextGameweek: number | null;
  /** True if the draft differs from the saved lineup, or from the one that waits to be sent. */
  changed: boolean;
  /** Number of empty slots on the pitch. */
  missing: number;
  /** Locked players that would make the server reject a save. */
  conflicts: readonly number[];
  /** The lineup that a save sends; null while a slot is empty. */
  toSave: LineupSave | null;
  saving: boolean;
  failure: Error | null;
  arrange(draft: Draft): void;
  applyFrom(gameweek: number): void;
  /** Saves the draft for its gameweek or a later one. */
  save(gameweek?: number): void;
  cancel(): void;
}

interface Intent {
  /** Null until something is changed. */
  draft: Draft | null;
  /** The lineup that the draft changes. A save replaces no other one. Null for the loaded one, until something is changed. */
  base: ApiLineup | null;
  gameweek: number;
}

/** Returns the function that lets an intent replace a lineup of this team. */
const rebase = (team: ParticipationDetails) => (intent: Intent | null) =>
  intent && { ...intent, base: findSavedLineup(team, intent.gameweek) };

interface EditedTeam {
  team: ParticipationDetails;
  shownTeam: ParticipationDetails;
  unsent: readonly UnsentLineup[];
  /** Players locked in the gameweek that the team is edited for. */
  lockedNow: ReadonlySet<number>;
}

/** Describes the draft of an intent. */
function describeEdit(intent: Intent, { team, shownTeam, unsent, lockedNow }: EditedTeam) {
  const gameweek = Math.max(intent.gameweek, team.edit_gameweek);
  const locked = gameweek > team.edit_gameweek ? NONE : lockedNow;
  const savedLineup = findSavedLineup(team, gameweek);
  const saved = buildDraft(savedLineup);
  const shown = findSavedLineup(shownTeam, gameweek);
  const base = intent.base ?? shown;
  const draft = applyLockedBench(intent.draft ?? buildDraft(shown), saved, locked);
  const fixedPlayers = findFixedPlayers(locked, saved);
  const moved = findDisplaced(draft, saved, fixedPlayers);
  const lineup = buildLineupToSave(draft, saved, locked);
  return {
    base,
    draft,
    saved,
    locked,
    armbandHolder: findArmbandHolder(saved, locked),
    gameweek,
    positions: mapPositions(team),
    fixed: new Set([...fixedPlayers].filter((id) => !moved.has(id))),
    nextGameweek: findNextGameweek(team),
    changed: isChanged(draft, buildDraft(shown)),
    missing: FIELD_SIZE - fieldPlayers(draft).length,
    conflicts: findConflicts(draft, saved, locked),
    toSave: lineup && { lineup, replaces: findReplaced(base, savedLineup, unsent), gameweek },
  };
}

/**
 * Edit mode of a team (VIEW-09). `edit` is null in view mode and after the game has ended. `shownTeam` is the team with its `unsent`
 * lineups that wait to be sent, from which an edit starts.
 */
export function useLineupEdit(
  team: ParticipationDetails,
  shownTeam: ParticipationDetails,
  unsent: readonly UnsentLineup[],
) {
  const [intent, setIntent] = useState<Intent | null>(null);
  const { queryClient } = useHost();
  const lockedNow = useLocked(team);
  /** The intent of the last save. */
  const sent = useRef<Intent | null>(null);
  const changedSince = useRef<LineupSave | null>(null);
  const save = useSaveLineup(team, changedSince);
  const editable = team.game.status === 'UPCOMING' || team.game.status === 'ACTIVE';
  /** Replaces the intent. A pending save continues, and its failure is shown. */
  const change = (next: Intent | null) => {
    if (!save.isPending) save.reset();
    setIntent(next);
  };
  const appliesFrom = intent && Math.max(intent.gameweek, team.edit_gameweek);
  const shown = team.gameweek ?? team.edit_gameweek;
  const notStarted = useUpcoming(appliesFrom);
  const upcoming = appliesFrom !== null && appliesFrom > shown ? notStarted : null;
  const edit = intent && editable ? buildEdit(intent) : null;
  useEffect(() => {
    changedSince.current = edit && intent !== sent.current ? edit.toSave : null;
  });
  return {
    edit,
    editable,
    startEdit: (gameweek = team.edit_gameweek) => change({ draft: null, base: null, gameweek }),
    /** Edits a lineup that was kept in this browser. */
    resume: ({ lineup, gameweek, failure }: UnsentLineup) =>
      change({
        draft: buildDraft(lineup),
        base: failure?.code === 'STALE' ? null : lineup,
        gameweek,
      }),
    /** Dismisses the notice that the game ended before the save; null without such a notice. */
    tooLate: !editable && intent?.draft ? () => setIntent(null) : null,
  };

  function buildEdit(intent: Intent): LineupEdit {
    const described = describeEdit(intent, { team, shownTeam, unsent, lockedNow });
    const { base, gameweek, toSave } = described;
    return {
      ...described,
      team,
      upcoming,
      notStarted,
      saving: save.isPending,
      failure: save.error,
      arrange: (draft) => change({ draft, base, gameweek }),
      applyFrom: (gameweek) =>
        change({ ...intent, base: intent.draft && findSavedLineup(shownTeam, gameweek), gameweek }),
      save(from = gameweek) {
        if (!toSave || save.isPending) return;
        const replaces =
          from === gameweek
            ? toSave.replaces
            : findReplaced(findSavedLineup(shownTeam, from), findSavedLineup(team, from), unsent);
        sent.current = intent;
        save.mutate(
          { ...toSave, replaces, gameweek: from },
          {
            // Changes made while it is being saved stay in edit mode.
            onSuccess: (result) => {
              const lineup = result?.lineup ?? toSave.lineup;
              const next = rebase(applyLineup(shownTeam, { lineup, gameweek: from }));
              setIntent((current) => (current === intent ? null : next(current)));
            },
            onError: (error) => {
              if (isStale(error))
                setIntent(rebase(queryClient.getQueryData(getTeamQueryKey(team.id)) ?? team));
            },
          },
        );
      },
      cancel: () => change(null),
    };
  }
}
