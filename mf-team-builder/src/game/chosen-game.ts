import { z } from 'zod/mini';
import { parseStored, tryStore } from '../stored.ts';

const mode = z.enum(['season', 'weekly', 'tournament']);
const tournament = z.object({ id: z.string(), name: z.string() });
const chosenGame = z.object({
  mode,
  /** Id of the season or weekly game; absent if only the mode was chosen. */
  game_id: z.optional(z.string()),
  tournament: z.optional(tournament),
  /** Path of the page that opens once the team is in the game, such as the invitation to a league. Default: My Teams. */
  return_to: z.optional(z.string()),
});

export type GameMode = z.infer<typeof mode>;
/** The game that a team is being built for. */
export type ChosenGame = z.infer<typeof chosenGame>;

/** Session storage key. The choice survives a reload of the tab. */
export const CHOSEN_GAME_KEY = 'touchline.team-build';

/** Reads the choice from navigation state, which has two names for each field (BUILD-01). Returns null without a known mode. */
export function parseChoice(state: unknown): ChosenGame | null {
  if (typeof state !== 'object' || state === null) return null;
  const fields = state as Record<string, unknown>;
  const parsedMode = mode.safeParse(fields.gameMode ?? fields.selectedMode);
  if (!parsedMode.success) return null;
  const parsedTournament = tournament.safeParse(fields.tournament ?? fields.selectedTournament);
  return {
    mode: parsedMode.data,
    ...(typeof fields.gameId === 'string' ? { game_id: fields.gameId } : {}),
    ...(parsedTournament.success ? { tournament: parsedTournament.data } : {}),
    ...(typeof fields.returnTo === 'string' ? { return_to: fields.returnTo } : {}),
  };
}

/** Reads the saved choice; null without one. An invalid one is removed and returned as `corrupt` (BUILD-04). */
export function readChoice(): ChosenGame | 'corrupt' | null {
  const text = sessionStorage.getItem(CHOSEN_GAME_KEY);
  if (text === null) return null;
  const chosen = parseStored(text, chosenGame);
  if (chosen) return chosen;
  sessionStorage.removeItem(CHOSEN_GAME_KEY);
  return 'corrupt';
}

/** Saves the choice. If the storage is full, a reload asks for the game again. */
export function saveChoice(chosen: ChosenGame): void {
  tryStore(sessionStorage, CHOSEN_GAME_KEY, JSON.stringify(chosen));
}

/** Removes the choice unless the new path is the builder or a team page (BUILD-05). */
export function clearChoiceOnLeave(path: string): void {
  if (!path.startsWith('/team-view') && !path.startsWith('/team-build'))
    sessionStorage.removeItem(CHOSEN_GAME_KEY);
}

/** Returns the id of the chosen game or tournament, or undefined if only a mode was chosen. */
export function getChosenGameId(chosen: ChosenGame): string | undefined {
  return chosen.mode === 'tournament' ? chosen.tournament?.id : chosen.game_id;
}
