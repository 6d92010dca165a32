import { TouchlineError } from '@touchline/api/errors';
import type { Schema } from '@touchline/api/schema';
import { Button } from '@touchline/ui/base';
import { Alert } from '@touchline/ui/data';
import { TextInput } from '@touchline/ui/forms';
import { type FormEvent, type ReactNode, useState } from 'react';
import english from 'zod/v4/locales/en.js';
import { Problem } from '../components/ErrorAlert.tsx';
import { type EditField, textOf } from './edit-fields.ts';
import { FieldInput } from './FieldInput.tsx';
import classes from './records.module.css';
import type { Edit, Versioned } from './use-edit.ts';

interface EditFormProps<T extends Versioned, B> {
  /** "participation" */
  what: string;
  edit: Edit<T>;
  fields: readonly EditField[];
  /** Of the body that `save` sends. */
  schema: Schema<unknown, B>;
  save(body: B, about: { version: string; reason?: string }): Promise<T>;
  /** Nothing was changed. */
  onNothing(): void;
  onCancel(): void;
  /** More that can be done while editing. */
  extra?: ReactNode;
}

/** The fields of a record. Only what differs is sent; refusals stand beside their field. */
export function EditForm<T extends Versioned, B>(props: EditFormProps<T, B>) {
  const { what, edit, fields, schema, save, onNothing, onCancel, extra } = props;
  const { base, typed, body, problems, change, elsewhere } = edit;
  const [reason, setReason] = useState<string | null>(null);
  const [shown, setShown] = useState<Readonly<Record<string, string>>>({});
  const refused = fieldErrorsOf(change.error);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!edit.isChanged) return onNothing();
    const found = { ...issuesOf(schema, body), ...problems };
    setShown(found);
    if (Object.keys(found).length > 0) return;
    const given = reason?.trim() ?? '';
    change.mutate((version) => save(body as B, { version, ...(given === '' ? {} : { reason: given }) }));
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {elsewhere ? <Elsewhere differences={elsewhere} /> : null}
      <fieldset className={classes.fields} aria-label={`Fields of the ${what}`}>
        {fields.map((field) => (
          <FieldInput
            key={field.key}
            field={field}
            value={typed[field.key] ?? textOf(field, base)}
            error={shown[field.key] ?? refused[field.key]}
            onChange={(text) => edit.type(field.key, text)}
          />
        ))}
      </fieldset>
      {reason === null ? null : (
        <TextInput
          label="Reason for the audit log"
          maxLength={200}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      )}
      {change.error && !elsewhere ? <Problem title={`Error updating ${what}`} error={change.error} /> : null}
      <div className={classes.buttons}>
        <div>
          {reason === null ? (
            <Button variant="subtle" onClick={() => setReason('')}>
              Give a reason
            </Button>
          ) : null}
          {extra}
        </div>
        <Button variant="default" onClick={onCancel} disabled={change.isPending}>
          Cancel
        </Button>
        <Button type="submit" loading={change.isPending}>
          Save Changes
        </Button>
      </div>
    </form>
  );
}

function Elsewhere({ differences }: { differences: readonly string[] }) {
  return (
    <Alert color="warn" role="alert" title="Somebody else changed this in the meantime">
      What you typed is kept, and nothing of it was saved. Save again to put it over the new values.
      {differences.length > 0 ? (
        <ul className={classes.changes}>
          {differences.map((difference) => (
            <li key={difference}>{difference}</li>
          ))}
        </ul>
      ) : null}
    </Alert>
  );
}

/** The shell's zod has no messages; this page shows them beside the fields. */
const inEnglish = { error: english().localeError };

function issuesOf(schema: Schema, body: unknown): Record<string, string> {
  const issues = schema.safeParse(body, inEnglish).error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]));
}

function fieldErrorsOf(error: unknown): Record<string, string> {
  if (!(error instanceof TouchlineError)) return {};
  return Object.fromEntries(
    error.details.flatMap(({ path, message }) => (path ? [[path.replace(/^body\./, ''), message]] : [])),
  );
}
