import { Button } from '@touchline/ui/base';
import { Input, NativeSelect, TextInput } from '@touchline/ui/forms';
import { type EditField, nameToggle } from './edit-fields.ts';

interface FieldInputProps {
  field: EditField;
  value: string;
  /** Label of the empty input; undefined if the record has a value. */
  emptyLabel: string | undefined;
  error: string | undefined;
  onChange(text: string): void;
}

/** Input for one field of an edit form. */
export function FieldInput({ field, value, emptyLabel, error, onChange }: FieldInputProps) {
  const { key, label, kind, options = [] } = field;
  if (kind === 'toggle')
    return (
      <Input.Wrapper label={label} error={error}>
        <Button
          fullWidth
          variant="light"
          color={value === 'true' ? 'grass' : 'gray'}
          aria-label={label}
          aria-pressed={value === 'true'}
          data-field={key}
          onClick={() => onChange(String(value !== 'true'))}
        >
          {nameToggle(value === 'true')}
        </Button>
      </Input.Wrapper>
    );
  const common = { label, value, error, 'data-field': key };
  if (kind === 'choice')
    return (
      <NativeSelect
        {...common}
        data={emptyLabel === undefined ? [...options] : [{ value: '', label: emptyLabel }, ...options]}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  return (
    <TextInput
      {...common}
      {...INPUTS[kind]}
      placeholder={emptyLabel}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** ADMIN-28, ADMIN-30 */
const INPUTS = {
  text: { type: 'text', maxLength: 60 },
  integer: { type: 'number', step: 1, inputMode: 'numeric' },
  decimal: { type: 'number', step: 0.1, inputMode: 'decimal' },
  amount: { type: 'text', inputMode: 'decimal' },
  instant: { type: 'datetime-local' },
} as const;
