import type { JoinBody } from '@touchline/api/http/entries';
import type { Game } from '@touchline/api/http/games';
import { toLineup } from '@touchline/rules/draft';
import { checkSquad, explainIncomplete } from '@touchline/rules/squad';
import type { RuleViolation } from '@touchline/rules/violations';
import { shortHex } from '@touchline/ui/format';
import { type DraftState, getDraftedIds } from '../draft/draft-state.ts';
import type { BuilderPlayer } from '../football/builder-players.ts';
import type { ChosenGame } from '../game/chosen-game.ts';
import { teamNameError } from '../team/names.ts';

/** A complete team with its game, whose id determines the type of game (BUILD-36). */
export interface Submission {
  game: Game;
  team: JoinBody;
}

/** Returns why the team cannot be created yet, with the players concerned, or null if it can (BUILD-33, BUILD-34). */
export function squadError(squad: readonly BuilderPlayer[], onField: number): string | null {
  return explainIncomplete(squad, onField) ?? describeViolation(checkSquad(squad)[0], squad);
}

function describeViolation(
  violation: RuleViolation | undefined,
  squad: readonly BuilderPlayer[],
): string | null {
  if (!violation) return null;
  const names = squad.filter(({ id }) => violation.player_ids?.includes(id)).map((player) => player.web_name);
  return names.length > 0 ? `${violation.message}: ${names.join(', ')}` : violation.message;
}

interface SubmissionInput {
  chosen: ChosenGame;
  game: Game | null;
  state: DraftState;
  squad: readonly BuilderPlayer[];
  wallet: string;
}

/** Builds the submission, or returns an error message for the user (BUILD-34, BUILD-35). */
export function prepareSubmission({
  chosen,
  game,
  state,
  squad,
  wallet,
}: SubmissionInput): Submission | string {
  const onField = state.draft.slots.filter((id) => id !== null).length;
  const error = squadError(squad, onField);
  if (error) return error;
  if (chosen.mode === 'tournament' && !chosen.tournament) return 'No tournament selected';
  if (!game) return 'No game selected - gameData is missing';
  if (game.entry_fee.trim() === '' || Number.isNaN(Number(game.entry_fee)))
    return 'Entry fee not found for this game';
  const nameError = teamNameError(state.team_name);
  if (nameError) return nameError;
  const lineup = toLineup(state.draft);
  if (!lineup) return 'Please assign all 11 players to field positions';
  return {
    game,
    team: {
      team_name: state.team_name?.trim() || buildDefaultTeamName(wallet),
      roster: getDraftedIds(state),
      formation: lineup.formation,
      field_players: [...lineup.field],
      bench_players: [...lineup.bench],
      captain_id: lineup.captain_id,
      vice_captain_id: lineup.vice_captain_id,
      transaction_hash: null,
    },
  };
}

/** Builds the default name "0x7099...79c8's Team" (PAY-02). */
export function buildDefaultTeamName(wallet: string): string {
  return `${shortHex(wallet)}'s Team`;
}
