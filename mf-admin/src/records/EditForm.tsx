import type { Schema } from '@touchline/api/schema';
import { Button, Stack } from '@touchline/ui/base';
import { TextInput } from '@touchline/ui/forms';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ErrorAlert } from '../components/ErrorAlert.tsx';
import { type FieldErrors, findIssues, nameField, readFieldErrors } from '../components/field-errors.ts';
import { useKeptInput } from '../components/use-kept-state.ts';
import { ConflictAlert } from './ConflictAlert.tsx';
import { type EditField, formatInputValue } from './edit-fields.ts';
import { FieldInput } from './FieldInput.tsx';
import classes from './records.module.css';
import type { Edit, Versioned } from './use-edit.ts';

const listLabels = (fields: readonly EditField[]) =>
  Object.fromEntries(fields.map(({ key, label }) => [key, label]));

interface EditFormProps<T extends Versioned, B> {
  /** Singular noun: "participation". */
  noun: string;
  edit: Edit<T>;
  fields: readonly EditField[];
  /** Schema of the body that `save` sends. */
  schema: Schema<unknown, B>;
  save(body: B, about: { version: string; reason?: string }): Promise<T>;
  /** Called instead of `save` when nothing was changed. */
  onUnchanged(): void;
  onCancel(): void;
  /** Warning about the changes. */
  warning?: ReactNode;
  /** Renders more buttons, which send the reason of this form. */
  extra?(reason: string | undefined): ReactNode;
}

/** Edit form of a record. Sends only changed fields, and shows validation errors next to their fields. */
export function EditForm<T extends Versioned, B>(props: EditFormProps<T, B>) {
  const { noun, edit, fields, schema, save, onUnchanged, onCancel, warning, extra } = props;
  const { base, typed, body, problems, change, conflicts } = edit;
  const [reason, setReason] = useKeptInput<string | null>('reason', null);
  const sentReason = reason?.trim() || undefined;
  const [inputErrors, setInputErrors] = useState<FieldErrors>({});
  const serverErrors = readFieldErrors(change.error);
  function submit(event: FormEvent) {
    event.preventDefault();
    // Its fields may have been corrected.
    change.reset();
    if (!edit.isChanged) return onUnchanged();
    const errors = { ...findIssues(schema, body), ...problems };
    setInputErrors(errors);
    if (Object.keys(errors).length > 0) return;
    const about = { version: base.version, ...(sentReason === undefined ? {} : { reason: sentReason }) };
    change.mutate(() => save(body as B, about));
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {conflicts ? <ConflictAlert differences={conflicts} /> : null}
        <fieldset className={classes.fields} aria-label={`Fields of the ${noun}`} disabled={change.isPending}>
          {fields.map((field) => (
            <FieldInput
              key={field.key}
              field={field}
              value={typed[field.key] ?? formatInputValue(field, base)}
              emptyLabel={base[field.key] === null ? field.nullLabel : undefined}
              error={nameField(field.label, inputErrors[field.key] ?? serverErrors[field.key])}
              onChange={(text) => {
                edit.type({ [field.key]: text });
                setInputErrors(({ [field.key]: edited, ...others }) => others);
              }}
            />
          ))}
        </fieldset>
        {warning}
        {reason === null ? null : (
          <TextInput
            label="Reason for the audit log"
            autoFocus
            maxLength={200}
            value={reason}
            disabled={change.isPending}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
        )}
        {change.error && !conflicts ? (
          <ErrorAlert title={`Error updating ${noun}`} error={change.error} labels={listLabels(fields)} />
        ) : null}
        <div className={classes.buttons}>
          <div>
            {reason === null ? (
              <Button variant="subtle" onClick={() => setReason('')}>
                Add a reason
              </Button>
            ) : null}
            {extra?.(sentReason)}
          </div>
          <Button variant="default" onClick={onCancel} disabled={change.isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={change.isPending}>
            Save Changes
          </Button>
        </div>
      </Stack>
    </form>
  );
}
