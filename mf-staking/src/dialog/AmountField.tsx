import { Button, Group } from '@touchline/ui/base';
import { formatTokensCompact } from '@touchline/ui/format';
import { TextInput } from '@touchline/ui/forms';
import { useState } from 'react';

interface AmountFieldProps {
  value: string;
  onChange(value: string): void;
  /** Marks the field as invalid; the form shows the reason. */
  invalid: boolean;
  disabled: boolean;
  /** Amounts that reach the next tiers. */
  suggestions: readonly { label: string; amount: string }[];
}

/** Digits and one dot (STAKE-07). */
const AMOUNT = /^\d*\.?\d*$/;
const WITH_SEPARATORS = /^\d{1,3}(,\d{3})+(\.\d*)?$/;

/** Reads a pasted "1,000" as 1000, and any other comma as the dot: "1,5" must not become 15. Null if other characters remain. */
function readText(text: string): string | null {
  const trimmed = text.trim();
  const amount = WITH_SEPARATORS.test(trimmed) ? trimmed.replaceAll(',', '') : trimmed.replace(',', '.');
  return AMOUNT.test(amount) ? amount : null;
}

/** Input for the amount to stake, in FOOTBALL. */
export function AmountField({ value, onChange, invalid, disabled, suggestions }: AmountFieldProps) {
  const [ignoredAt, setIgnoredAt] = useState<string | null>(null);
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
        rightSectionWidth={116}
        data-autofocus
        value={value}
        disabled={disabled}
        error={ignoredAt === value ? 'Use digits and one dot only, such as 1000.5' : invalid}
        errorProps={{ role: 'alert' }}
        onChange={({ currentTarget }) => {
          const amount = readText(currentTarget.value);
          setIgnoredAt(amount === null ? value : null);
          if (amount !== null) onChange(amount);
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
