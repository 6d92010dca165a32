import { FORMATIONS } from '@touchline/rules/formations';
import type { EditField } from '../records/edit-fields.ts';

/** A lineup is null for administrators until its players are locked (game rules 10). */
const SEALED = { nullLabel: 'Sealed' } as const;

/** ADMIN-28 */
export const PARTICIPATION_FIELDS: readonly EditField[] = [
  { key: 'team_name', label: 'Team Name', kind: 'text' },
  {
    key: 'formation',
    label: 'Formation',
    kind: 'choice',
    options: FORMATIONS.map(({ name }) => name),
    ...SEALED,
  },
  { key: 'captain_id', label: 'Captain', kind: 'integer', ...SEALED },
  { key: 'vice_captain_id', label: 'Vice Captain', kind: 'integer', ...SEALED },
  { key: 'entry_points', label: 'Entry Points', kind: 'integer' },
  { key: 'current_points', label: 'Current Points', kind: 'integer' },
  { key: 'coefficient_applied', label: 'Coefficient', kind: 'decimal' },
];
