import { Button } from '@touchline/ui/base';

interface PageButtonProps {
  label: string;
  /** Null while there is no such page. */
  onPress: (() => void) | null;
}

/** Button that keeps the keyboard focus while it cannot be pressed, which `disabled` would lose. */
export function PageButton({ label, onPress }: PageButtonProps) {
  const isOff = onPress === null;
  return (
    <Button
      variant="default"
      data-disabled={isOff || undefined}
      aria-disabled={isOff || undefined}
      onClick={() => onPress?.()}
    >
      {label}
    </Button>
  );
}
