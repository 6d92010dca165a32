import { Center, Loader, Stack, Text } from '@touchline/ui/base';

/** A spinner with a label. */
export function Waiting({ label }: { label: string }) {
  return (
    <Center mih="40vh" role="status">
      <Stack align="center" gap="sm">
        <Loader aria-hidden="true" />
        <Text c="dimmed">{label}</Text>
      </Stack>
    </Center>
  );
}
