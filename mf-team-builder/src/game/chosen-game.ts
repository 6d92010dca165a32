import { z } from 'zod';

const mode = z.enum(['season', 'weekly', 'tournament']);
const tournament = z.object({ id: z.string(), name: z.string() });
const chosenGame = z.object({
  mode,
  /** Of the season or weekly game; absent when only the mode was chosen. */
  game_id: z.string().optional(),
  tournament: tournament.optional(),
});

export type GameMode = z.infer<typeof mode>;
/** Which game a team is being built for. */
export type ChosenGame = z.infer<typeof chosenGame>;

/** Where the choice survives a reload of this tab. */
export const CHOSEN_GAME_KEY = 'touchline.team-build';

/** The choice in navigation state, under either of the two names of each part (BUILD-01); null without a known mode. */
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
  /** It was there and made no sense; it is gone now (BUILD-04). */
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

/** BUILD-05: the choice is forgotten when the visitor goes anywhere but here or to a team. */
export function forgetChoiceAt(storage: Storage, path: string): void {
  if (!path.startsWith('/team-view') && !path.startsWith('/team-build')) storage.removeItem(CHOSEN_GAME_KEY);
}

/** The id of the game itself, whatever its kind; undefined when only a mode was chosen. */
export function chosenGameId(chosen: ChosenGame): string | undefined {
  return chosen.mode === 'tournament' ? chosen.tournament?.id : chosen.game_id;
}
