import { Button, Group } from '@touchline/ui/base';
import { formatTokensCompact } from '@touchline/ui/format';
import { TextInput } from '@touchline/ui/forms';

interface AmountFieldProps {
  value: string;
  onChange(value: string): void;
  /** It cannot be staked; the form says why. */
  wrong: boolean;
  disabled: boolean;
  /** Amounts that lead to the next tiers. */
  suggestions: readonly { label: string; amount: string }[];
}

/** Digits and one dot (STAKE-07); whatever else is typed or pasted changes nothing. */
const AMOUNT = /^\d*\.?\d*$/;

/** How much to stake, in whole FOOTBALL. */
export function AmountField({ value, onChange, wrong, disabled, suggestions }: AmountFieldProps) {
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
        error={wrong}
        onChange={({ currentTarget }) => {
          if (AMOUNT.test(currentTarget.value)) onChange(currentTarget.value);
        }}
      />
      {suggestions.length > 0 ? (
        <Group gap="xs" mt="xs" role="group" aria-label="Enough for">
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
