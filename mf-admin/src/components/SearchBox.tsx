import { TextInput } from '@touchline/ui/forms';
import { IconSearch } from '@touchline/ui/icons';

interface SearchBoxProps {
  label: string;
  placeholder: string;
  value: string;
  onChange(text: string): void;
}

/** Search box of a list. */
export function SearchBox({ label, onChange, ...input }: SearchBoxProps) {
  return (
    <TextInput
      flex="1 1 16rem"
      type="search"
      aria-label={label}
      maxLength={64}
      leftSection={<IconSearch size={18} aria-hidden="true" />}
      {...input}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
