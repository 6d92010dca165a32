import { Button, Group } from '@touchline/ui/base';
import { formatTokensCompact } from '@touchline/ui/format';
import { TextInput } from '@touchline/ui/forms';

interface AmountFieldProps {
  value: string;
  onChange(value: string): void;
  /** Marks the field as invalid; the form shows the reason. */
  invalid: boolean;
  disabled: boolean;
  /** Amounts that reach the next tiers. */
  suggestions: readonly { label: string; amount: string }[];
}

/** Digits and one dot (STAKE-07). Other input is ignored. */
const AMOUNT = /^\d*\.?\d*$/;

/** Input for the amount to stake, in FOOTBALL. */
export function AmountField({ value, onChange, invalid, disabled, suggestions }: AmountFieldProps) {
  return (
    <div>
      <TextInput
        label="Amount"
        placeholder="1000"
        inputMode="decimal"
        autoComplete="off"
        size="lg"
        maxLength={31}
        rightSection="FOOTBALL"
        rightSectionWidth={98}
        data-autofocus
        value={value}
        disabled={disabled}
        error={invalid}
        onChange={({ currentTarget }) => {
          if (AMOUNT.test(currentTarget.value)) onChange(currentTarget.value);
        }}
      />
      {suggestions.length > 0 ? (
        <Group gap="xs" mt="xs" role="group" aria-label="Suggested amounts">
          {suggestions.map(({ label, amount }) => (
            <Button
              key={label}
              size="xs"
              variant="default"
              disabled={disabled}
              onClick={() => onChange(amount)}
            >
              {label}: {formatTokensCompact(amount)}
            </Button>
          ))}
        </Group>
      ) : null}
    </div>
  );
}
