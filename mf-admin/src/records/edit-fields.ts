import { formatInstant, fromLocalMinute, toLocalMinute } from '../format.ts';

/** A field of an edit form, and how what is typed becomes the value that is sent. */
export interface EditField {
  key: string;
  label: string;
  /** `amount`: a decimal string, sent as entered. */
  kind: 'text' | 'integer' | 'decimal' | 'amount' | 'instant' | 'choice' | 'toggle';
  /** For choices. */
  options?: readonly string[];
  /** For toggles: the words for on and off. */
  words?: readonly [on: string, off: string];
}

type Value = string | number | boolean;
/** What the form shows, by key: only the fields that were touched. */
export type Typed = Readonly<Record<string, string>>;
type Source = Readonly<Record<string, unknown>>;

/** The field's value as its input shows it; instants to the minute (ADMIN-27). */
export function textOf({ key, kind }: EditField, source: Source): string {
  const value = source[key];
  return kind === 'instant' ? toLocalMinute(String(value)) : String(value);
}

/** The field's value in words. */
export function wordsOf(field: EditField, source: Source): string {
  const value = source[field.key];
  if (field.kind === 'instant') return formatInstant(String(value));
  if (field.kind === 'toggle') return (value ? field.words?.[0] : field.words?.[1]) ?? String(value);
  return String(value);
}

function readText({ kind }: EditField, text: string): Value | null {
  if (kind === 'integer') return /^\s*[+-]?\d+\s*$/.test(text) ? Number.parseInt(text, 10) : null;
  if (kind === 'decimal') {
    const number = text.trim() === '' ? Number.NaN : Number(text);
    return Number.isFinite(number) ? number : null;
  }
  if (kind === 'instant') return fromLocalMinute(text);
  return kind === 'toggle' ? text === 'true' : text;
}

const UNREADABLE: Partial<Record<EditField['kind'], string>> = {
  integer: 'Enter a whole number',
  decimal: 'Enter a number',
  instant: 'Enter a date and a time',
};

/** ADMIN-27: what to send, which is only what differs, and what cannot be read. */
export function changesOf(fields: readonly EditField[], source: Source, typed: Typed) {
  const body: Record<string, Value> = {};
  const problems: Record<string, string> = {};
  for (const field of fields) {
    const text = typed[field.key];
    if (text === undefined || text === textOf(field, source)) continue;
    const value = readText(field, text);
    if (value === null) problems[field.key] = UNREADABLE[field.kind] ?? 'Cannot be read';
    // "7" typed as "07" is no change.
    else if (field.kind === 'instant' || value !== source[field.key]) body[field.key] = value;
  }
  return { body, problems, isChanged: Object.keys({ ...body, ...problems }).length > 0 };
}

/** What somebody else changed between two versions of a record, in words. */
export function differencesOf(fields: readonly EditField[], before: Source, after: Source): string[] {
  return fields
    .filter((field) => before[field.key] !== after[field.key])
    .map((field) => `${field.label}: was ${wordsOf(field, before)}, is now ${wordsOf(field, after)}`);
}
