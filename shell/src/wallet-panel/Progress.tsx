import { Group, Loader, Text } from '@touchline/ui/base';

/** WALLET-03: a spinner with a text. */
export function Progress({ children }: { children: string }) {
  return (
    <Group gap="xs" wrap="nowrap" role="status">
      <Loader size={18} />
      <Text component="span" size="sm" fw={500}>
        {children}
      </Text>
    </Group>
  );
}
