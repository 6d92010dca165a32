import type { ParticipationDetails } from '@touchline/api/http/entries';
import type { ApiLineup } from '@touchline/api/http/lineups';
import { useHost } from '@touchline/host/host';
import { isStale, type UnsentLineup } from '@touchline/host/unsent-lineups';
import { type Draft, fieldPlayers } from '@touchline/rules/draft';
import { mapPositions } from '@touchline/rules/lineup';
import { FIELD_SIZE } from '@touchline/rules/squad';
import { useEffect, useRef } from 'react';
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
  type SavedDraft,
} from './lineup-edit.ts';
import type { EditableDraft } from './moves.ts';
import { applyLineup, findReplaced } from './unsent-lineup.ts';
import { addSent, type Intent, useIntent } from './use-intent.ts';
import { type LineupSave, useSaveLineup } from './use-save-lineup.ts';

/** A lineup being edited, while the team's points keep updating. */
export interface LineupEdit extends EditableDraft {
  team: ParticipationDetails;
  saved: SavedDraft;
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

/** Returns the function that lets an intent replace a lineup of this team. */
const rebase = (team: ParticipationDetails) => (intent: Intent | null) =>
  intent && { ...intent, bases: { [intent.gameweek]: findSavedLineup(team, intent.gameweek) }, attempts: [] };

/** Returns the function that lets an intent replace a lineup whose save has failed. */
const addFailed = (lineup: ApiLineup) => (intent: Intent | null) => intent && addSent(intent, lineup);

interface EditedTeam {
  team: ParticipationDetails;
  shownTeam: ParticipationDetails;
  unsent: readonly UnsentLineup[];
  /** Players locked in the gameweek that the team is edited for. */
  lockedNow: ReadonlySet<number>;
  /** Players locked in the gameweeks after it, which can overlap it. */
  lockedNext: ReadonlySet<number>;
}

/** Describes the draft of an intent. */
function describeEdit(intent: Intent, edited: EditedTeam) {
  const { team, shownTeam, unsent } = edited;
  const gameweek = Math.max(intent.gameweek, team.edit_gameweek);
  const locked = gameweek > team.edit_gameweek ? edited.lockedNext : edited.lockedNow;
  const saved = buildDraft(findSavedLineup(team, gameweek));
  const shown = buildDraft(findSavedLineup(shownTeam, gameweek));
  // A draft keeps its base when the edited gameweek has become a later one.
  const findBase = (from: number) =>
    intent.bases[from === gameweek ? intent.gameweek : from] ?? findSavedLineup(shownTeam, from);
  const draft = applyLockedBench(intent.draft ?? shown, saved, locked);
  const fixedPlayers = findFixedPlayers(locked, saved);
  const moved = findDisplaced(draft, saved, fixedPlayers);
  const lineup = buildLineupToSave(draft, saved, locked);
  const prepareSave = (from: number): LineupSave | null => {
    if (!lineup) return null;
    const { replaces, attempts } = findReplaced(findBase(from), from, team, unsent);
    return { lineup, replaces, attempts: [...intent.attempts, ...attempts], gameweek: from };
  };
  return {
    findBase,
    prepareSave,
    draft,
    saved,
    locked,
    armbandHolder: findArmbandHolder(saved, locked),
    gameweek,
    positions: mapPositions(team.players),
    fixed: new Set([...fixedPlayers].filter((id) => !moved.has(id))),
    nextGameweek: findNextGameweek(team),
    changed: isChanged(draft, shown),
    missing: FIELD_SIZE - fieldPlayers(draft).length,
    conflicts: findConflicts(draft, saved, locked),
    toSave: prepareSave(gameweek),
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
  const { api, queryClient } = useHost();
  const lockedNow = useLocked(team);
  const lockedNext = useLocked(team, team.edit_gameweek + 1);
  /** The intent of the last save. */
  const sent = useRef<Intent | null>(null);
  const changedSince = useRef<LineupSave | null>(null);
  const save = useSaveLineup(team, changedSince, (lineup) =>
    forget(lineup && sent.current ? addSent(sent.current, lineup) : undefined),
  );
  const [intent, setIntent, forget] = useIntent(team.id, save.isPending ? save.variables.lineup : null);
  const editable = team.game.status === 'UPCOMING' || team.game.status === 'ACTIVE';
  /** Replaces the intent. A pending save continues, and its failure is shown. */
  const change = (next: Intent | null) => {
    if (!save.isPending) save.reset();
    setIntent(next);
  };
  const appliesFrom = intent && Math.max(intent.gameweek, team.edit_gameweek);
  const shown = team.gameweek ?? team.edit_gameweek;
  const notStarted = useUpcoming(appliesFrom, api.now());
  const upcoming = appliesFrom !== null && appliesFrom > shown ? notStarted : null;
  const edit = intent && editable ? buildEdit(intent) : null;
  useEffect(() => {
    changedSince.current = edit && intent !== sent.current ? edit.toSave : null;
  });
  return {
    edit,
    editable,
    startEdit: (gameweek = team.edit_gameweek) => change({ draft: null, bases: {}, attempts: [], gameweek }),
    /** Edits a lineup that was kept in this browser. */
    resume: ({ lineup, gameweek, failure }: UnsentLineup) =>
      change({
        draft: buildDraft(lineup),
        bases: { [gameweek]: failure?.code === 'STALE' ? findSavedLineup(shownTeam, gameweek) : lineup },
        attempts: [],
        gameweek,
      }),
    /** Dismisses the notice that the game ended before the save; null without such a notice. */
    tooLate: !editable && intent?.draft ? () => setIntent(null) : null,
  };

  function buildEdit(intent: Intent): LineupEdit {
    const described = describeEdit(intent, { team, shownTeam, unsent, lockedNow, lockedNext });
    const { gameweek, findBase, prepareSave } = described;
    const pinBase = (from: number) => ({ ...intent.bases, [from]: findBase(from) });
    return {
      ...described,
      team,
      upcoming,
      notStarted,
      saving: save.isPending,
      failure: save.error,
      arrange: (draft) => change({ ...intent, draft, bases: pinBase(gameweek), gameweek }),
      applyFrom: (gameweek) => change({ ...intent, bases: intent.draft ? pinBase(gameweek) : {}, gameweek }),
      save(from = gameweek) {
        const toSave = prepareSave(from);
        if (!toSave || save.isPending) return;
        sent.current = intent;
        changedSince.current = null;
        save.mutate(toSave, {
          // Changes made while it is being saved stay in edit mode.
          onSuccess: (result) => {
            const lineup = result?.lineup ?? toSave.lineup;
            const next = rebase(applyLineup(shownTeam, { lineup, gameweek: from }));
            setIntent((current) => (current === intent ? null : next(current)));
          },
          onError: (error) => {
            const loaded = queryClient.getQueryData<ParticipationDetails>(getTeamQueryKey(team.id));
            setIntent(isStale(error) ? rebase(loaded ?? team) : addFailed(toSave.lineup));
          },
        });
      },
      cancel: () => change(null),
    };
  }
}
