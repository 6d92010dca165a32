import type { JoinBody } from '@touchline/api/http/entries';
import type { Game } from '@touchline/api/http/games';
import { toLineup } from '@touchline/rules/draft';
import { shortWallet } from '@touchline/rules/players';
import { checkSquad, type SquadPlayer, whyIncomplete } from '@touchline/rules/squad';
import { type DraftState, draftedIds } from '../draft/draft-state.ts';
import type { ChosenGame, GameMode } from '../game/chosen-game.ts';

/** A finished team on its way into a game (BUILD-36). */
export interface Submission {
  kind: GameMode;
  tournament_id?: string;
  game: Game;
  team: JoinBody;
}

/** Why the team cannot be created yet, or null (BUILD-33, BUILD-34). */
export function whyNotReady(squad: readonly SquadPlayer[], onField: number): string | null {
  return whyIncomplete(squad, onField) ?? checkSquad(squad)[0]?.message ?? null;
}

interface Prepared {
  chosen: ChosenGame;
  game: Game | null;
  state: DraftState;
  squad: readonly SquadPlayer[];
  wallet: string;
}

/** The submission, or the sentence that says why there is none (BUILD-34, BUILD-35). */
export function prepareSubmission({ chosen, game, state, squad, wallet }: Prepared): Submission | string {
  const onField = state.draft.slots.filter((id) => id !== null).length;
  const lacking = whyNotReady(squad, onField);
  if (lacking) return lacking;
  if (chosen.mode === 'tournament' && !chosen.tournament) return 'No tournament selected';
  if (!game) return 'No game selected - gameData is missing';
  if (game.entry_fee.trim() === '' || Number.isNaN(Number(game.entry_fee)))
    return 'Entry fee not found for this game';
  const lineup = toLineup(state.draft);
  if (!lineup) return 'Please assign all 11 players to field positions';
  return {
    kind: chosen.mode,
    ...(chosen.mode === 'tournament' && chosen.tournament ? { tournament_id: chosen.tournament.id } : {}),
    game,
    team: {
      team_name: teamName(wallet),
      roster: draftedIds(state),
      formation: lineup.formation,
      field_players: [...lineup.field],
      bench_players: [...lineup.bench],
      captain_id: lineup.captain_id,
      vice_captain_id: lineup.vice_captain_id,
      transaction_hash: null,
    },
  };
}

/** PAY-02: the short wallet's team. */
export function teamName(wallet: string): string {
  return `${shortWallet(wallet)}'s Team`;
}
