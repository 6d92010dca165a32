import type { PrizeToken } from '@touchline/api/http/prize-plans';
import { Button } from '@touchline/ui/base';
import { NativeSelect, TextInput } from '@touchline/ui/forms';
import { type FieldErrors, nameField } from '../components/field-errors.ts';
import type { PlanDraft, RowDraft } from './plan-draft.ts';
import { ELIGIBILITIES, TEMPLATES } from './plan-labels.ts';
import classes from './prizes.module.css';

interface PlanFieldsProps {
  draft: PlanDraft;
  tokens: readonly PrizeToken[];
  errors: FieldErrors;
  isDisabled: boolean;
  onChange(part: Partial<PlanDraft>): void;
}

const toOptions = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** Inputs of a prize plan. */
export function PlanFields({ draft, tokens, errors, isDisabled, onChange }: PlanFieldsProps) {
  const symbol = tokens.find(({ address }) => address === draft.token)?.symbol ?? '';
  const text = (
    key: 'guarantee' | 'commission' | 'min_entries',
    label: string,
    error: string | undefined,
  ) => (
    <TextInput
      label={label}
      inputMode="decimal"
      maxLength={40}
      value={draft[key]}
      error={error}
      onChange={({ currentTarget }) => onChange({ [key]: currentTarget.value })}
    />
  );
  return (
    <fieldset className={classes.group} aria-label="Fields of the prize plan" disabled={isDisabled}>
      <div className={classes.fields}>
        <NativeSelect
          label="Token"
          data={tokens.map(({ address, symbol: label }) => ({ value: address, label }))}
          value={draft.token}
          error={nameField('Token', errors.token)}
          onChange={({ currentTarget }) => onChange({ token: currentTarget.value })}
        />
        {text('guarantee', `Guarantee (${symbol})`, nameField('Guarantee', errors.guarantee))}
        {text('commission', 'Commission (%)', nameField('Commission', errors.commission_bps))}
        <NativeSelect
          label="Template"
          data={toOptions(TEMPLATES)}
          value={draft.template}
          error={nameField('Template', errors.template)}
          onChange={({ currentTarget }) =>
            onChange({ template: currentTarget.value as PlanDraft['template'] })
          }
        />
        {text('min_entries', 'Minimum entries', nameField('Minimum entries', errors.min_entries))}
        <NativeSelect
          label="Eligibility"
          data={toOptions(ELIGIBILITIES)}
          value={draft.eligibility}
          error={nameField('Eligibility', errors.eligibility)}
          onChange={({ currentTarget }) =>
            onChange({ eligibility: currentTarget.value as PlanDraft['eligibility'] })
          }
        />
      </div>
      {draft.template === 'FIXED' ? (
        <Rows
          rows={draft.rows}
          symbol={symbol}
          error={nameField('Rows', errors.rows)}
          onChange={(rows) => onChange({ rows })}
        />
      ) : null}
    </fieldset>
  );
}

const MAX_ROWS = 30;

interface RowsProps {
  rows: readonly RowDraft[];
  symbol: string;
  error: string | undefined;
  onChange(rows: readonly RowDraft[]): void;
}

/** Rows of a FIXED plan: first place, last place, and the prize of each. */
function Rows({ rows, symbol, error, onChange }: RowsProps) {
  const change = (key: number, part: Partial<RowDraft>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  function add() {
    const last = rows.at(-1);
    const place = String(Number(last?.to ?? 0) + 1);
    onChange([...rows, { key: (last?.key ?? -1) + 1, from: place, to: place, amount: '' }]);
  }
  return (
    <fieldset className={classes.rows}>
      <legend>Rows</legend>
      {rows.map((row, index) => (
        <div key={row.key} className={classes.row}>
          {(['from', 'to', 'amount'] as const).map((field) => (
            <TextInput
              key={field}
              label={{ from: 'From', to: 'To', amount: `${symbol} each` }[field]}
              aria-label={`${{ from: 'First place', to: 'Last place', amount: 'Prize' }[field]} of row ${index + 1}`}
              inputMode="decimal"
              maxLength={40}
              value={row[field]}
              onChange={({ currentTarget }) => change(row.key, { [field]: currentTarget.value })}
            />
          ))}
          <Button
            variant="default"
            aria-label={`Remove row ${index + 1}`}
            onClick={() => onChange(rows.filter(({ key }) => key !== row.key))}
          >
            Remove
          </Button>
        </div>
      ))}
      {error ? (
        <p role="alert" className={classes.failed}>
          {error}
        </p>
      ) : null}
      <Button variant="default" disabled={rows.length >= MAX_ROWS} onClick={add}>
        Add a row
      </Button>
    </fieldset>
  );
}
