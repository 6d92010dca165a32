import { Container, Skeleton, Stack } from '@touchline/ui/base';

/** Placeholder while a page loads. */
export function PageSkeleton() {
  return (
    <Container size="lg" py="xl" role="status" aria-label="Loading page">
      <Stack gap="md" aria-hidden="true">
        <Skeleton height={44} width="min(320px, 70%)" />
        <Skeleton height={20} width="min(480px, 90%)" />
        <Skeleton height={180} radius="lg" />
        <Skeleton height={180} radius="lg" />
      </Stack>
    </Container>
  );
}
