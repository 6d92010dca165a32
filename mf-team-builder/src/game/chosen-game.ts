import { z } from 'zod/mini';

const mode = z.enum(['season', 'weekly', 'tournament']);
const tournament = z.object({ id: z.string(), name: z.string() });
const chosenGame = z.object({
  mode,
  /** The season or weekly game; absent if only the mode was chosen. */
  game_id: z.optional(z.string()),
  tournament: z.optional(tournament),
});

export type GameMode = z.infer<typeof mode>;
/** The game that a team is being built for. */
export type ChosenGame = z.infer<typeof chosenGame>;

/** Session storage key: the choice survives a reload of the tab. */
export const CHOSEN_GAME_KEY = 'touchline.team-build';

/** Reads the choice from navigation state, where each part may have one of two names (BUILD-01); null without a known mode. */
export function choiceOf(state: unknown): ChosenGame | null {
  if (typeof state !== 'object' || state === null) return null;
  const given = state as Record<string, unknown>;
  const known = mode.safeParse(given.gameMode ?? given.selectedMode);
  if (!known.success) return null;
  const chosen = tournament.safeParse(given.tournament ?? given.selectedTournament);
  return {
    mode: known.data,
    ...(typeof given.gameId === 'string' ? { game_id: given.gameId } : {}),
    ...(chosen.success ? { tournament: chosen.data } : {}),
  };
}

export type SavedChoice =
  | { kind: 'none' }
  /** It could not be parsed and was removed (BUILD-04). */
  | { kind: 'corrupt' }
  | { kind: 'chosen'; chosen: ChosenGame };

export function readChoice(storage: Storage): SavedChoice {
  const text = storage.getItem(CHOSEN_GAME_KEY);
  if (text === null) return { kind: 'none' };
  try {
    return { kind: 'chosen', chosen: chosenGame.parse(JSON.parse(text)) };
  } catch {
    storage.removeItem(CHOSEN_GAME_KEY);
    return { kind: 'corrupt' };
  }
}

export function saveChoice(storage: Storage, chosen: ChosenGame): void {
  storage.setItem(CHOSEN_GAME_KEY, JSON.stringify(chosen));
}

/** Removes the choice on any path but the builder and a team's page (BUILD-05). */
export function forgetChoiceAt(storage: Storage, path: string): void {
  if (!path.startsWith('/team-view') && !path.startsWith('/team-build')) storage.removeItem(CHOSEN_GAME_KEY);
}

/** The id of the chosen game or tournament; undefined if only a mode was chosen. */
export function chosenGameId(chosen: ChosenGame): string | undefined {
  return chosen.mode === 'tournament' ? chosen.tournament?.id : chosen.game_id;
}
