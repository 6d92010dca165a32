import { FORMATIONS } from '@touchline/rules/formations';
import type { EditField } from '../records/edit-fields.ts';

/** ADMIN-28 */
export const PARTICIPATION_FIELDS: readonly EditField[] = [
  { key: 'team_name', label: 'Team Name', kind: 'text' },
  { key: 'formation', label: 'Formation', kind: 'choice', options: FORMATIONS.map(({ name }) => name) },
  { key: 'captain_id', label: 'Captain', kind: 'integer' },
  { key: 'vice_captain_id', label: 'Vice Captain', kind: 'integer' },
  { key: 'entry_points', label: 'Entry Points', kind: 'integer' },
  { key: 'current_points', label: 'Current Points', kind: 'integer' },
  { key: 'coefficient_applied', label: 'Coefficient', kind: 'decimal' },
];
