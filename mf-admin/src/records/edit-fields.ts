import { formatInstant, fromLocalMinute, toLocalMinute } from '../format.ts';

/** Field of an edit form. Its kind defines how the input text is parsed. */
export interface EditField {
  key: string;
  label: string;
  /** `amount`: a decimal string, sent as entered. */
  kind: 'text' | 'integer' | 'decimal' | 'amount' | 'instant' | 'choice' | 'toggle';
  /** Label of the value null, which cannot be entered. */
  nullLabel?: string;
  /** For choices. */
  options?: readonly string[];
}

type Value = string | number | boolean;
/** Input texts by key, only for fields that the user has edited. */
export type Typed = Readonly<Partial<Record<string, string>>>;
type Source = Readonly<Record<string, unknown>>;

/** Formats a value for its input; instants to the minute (ADMIN-27). */
export function formatInputValue({ key, kind }: EditField, source: Source): string {
  const value = source[key] ?? '';
  return kind === 'instant' ? toLocalMinute(String(value)) : String(value);
}

/** Name of a toggle's state. */
export const nameToggle = (on: boolean) => (on ? 'Active' : 'Inactive');

/** Formats a value for display. */
export function formatValue(field: EditField, source: Source): string {
  const value = source[field.key];
  if (value === null && field.nullLabel !== undefined) return field.nullLabel;
  if (field.kind === 'instant') return formatInstant(String(value));
  if (field.kind === 'toggle') return nameToggle(value === true);
  return String(value);
}

function parseInput({ kind }: EditField, text: string): Value | null {
  if (kind === 'integer') return /^\s*[+-]?\d+\s*$/.test(text) ? Number.parseInt(text, 10) : null;
  if (kind === 'decimal') {
    const number = text.trim() === '' ? Number.NaN : Number(text);
    return Number.isFinite(number) ? number : null;
  }
  if (kind === 'instant') return fromLocalMinute(text);
  return kind === 'toggle' ? text === 'true' : text;
}

const PARSE_ERRORS: Partial<Record<EditField['kind'], string>> = {
  integer: 'must be a whole number',
  decimal: 'must be a number',
  instant: 'must be a date and a time',
};

/** Returns the changed values as a request body (ADMIN-27), and an error for each text that cannot be parsed. */
export function computeChanges(fields: readonly EditField[], source: Source, typed: Typed) {
  const body: Record<string, Value> = {};
  const problems: Record<string, string> = {};
  for (const field of fields) {
    const text = typed[field.key];
    if (text === undefined || text === formatInputValue(field, source)) continue;
    const value = parseInput(field, text);
    if (value === null) problems[field.key] = PARSE_ERRORS[field.kind] ?? 'is not valid';
    // "07" instead of "7" is not a change.
    else if (field.kind === 'instant' || value !== source[field.key]) body[field.key] = value;
  }
  return { body, problems, isChanged: Object.keys({ ...body, ...problems }).length > 0 };
}

/** Describes the differences between two versions of a record, one text per field. */
export function describeDifferences(fields: readonly EditField[], before: Source, after: Source): string[] {
  return fields
    .filter((field) => before[field.key] !== after[field.key])
    .map((field) => `${field.label}: was ${formatValue(field, before)}, is now ${formatValue(field, after)}`);
}
