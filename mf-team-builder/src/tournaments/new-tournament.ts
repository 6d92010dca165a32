import type { RequestInput } from '@touchline/api/endpoint';
import { TouchlineError } from '@touchline/api/errors';
import type { createTournament } from '@touchline/api/http/games';
import { TOURNAMENT_FEE } from '@touchline/rules/tournaments';
import { fromLocalInput } from './local-time.ts';

/** Field values of the dialog; times are `datetime-local` values. */
export interface TournamentForm {
  name: string;
  start: string;
  deadline: string;
  /** Never sent. */
  description: string;
}

export const EMPTY_FORM: TournamentForm = { name: '', start: '', deadline: '', description: '' };

/** Request body of API-15; `end_time` is the join deadline. */
export type NewTournament = NonNullable<RequestInput<typeof createTournament.body>>;

/** Builds the request body; null while a required field is blank (TOURN-12). */
export function buildNewTournament({ name, start, deadline }: TournamentForm): NewTournament | null {
  const start_time = fromLocalInput(start);
  const end_time = fromLocalInput(deadline);
  if (name.trim() === '' || !start_time || !end_time) return null;
  return { game_type: 'TOURNAMENT', name: name.trim(), entry_fee: TOURNAMENT_FEE, start_time, end_time };
}

/** The server's messages by field; `others` holds messages without a known field. */
export interface TournamentErrors {
  name?: string;
  start?: string;
  deadline?: string;
  others: readonly string[];
}

const FIELDS: Readonly<Record<string, 'name' | 'start' | 'deadline'>> = {
  name: 'name',
  start_time: 'start',
  end_time: 'deadline',
};

export function toTournamentErrors(error: Error): TournamentErrors {
  const errors: { -readonly [K in keyof TournamentErrors]: TournamentErrors[K] } = { others: [] };
  const others: string[] = [];
  const details = error instanceof TouchlineError ? error.details : [];
  for (const { path, message } of details) {
    const field = FIELDS[path ?? ''];
    if (field) errors[field] = capitalise(message);
    else others.push(message);
  }
  return { ...errors, others: details.length === 0 ? [error.message] : others };
}

const capitalise = (message: string) => message.charAt(0).toUpperCase() + message.slice(1);
