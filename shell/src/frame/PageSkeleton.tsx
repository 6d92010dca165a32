import type { RemoteRoute } from '@touchline/api/http/remotes';
import { Container, Skeleton, Stack } from '@touchline/ui/base';
import { Heading } from '../first-paint/Heading.tsx';

interface PageSkeletonProps {
  /** The route of the page, for its heading. */
  route?: RemoteRoute | undefined;
}

/** Placeholder while a page loads, with its heading if known. */
export function PageSkeleton({ route }: PageSkeletonProps) {
  return (
    <Container size="xl" py="md" role="status" aria-label="Loading page">
      {route?.title ? <Heading title={route.title} subtitle={route.subtitle} /> : null}
      <Stack gap="md" aria-hidden="true">
        {route?.title ? null : <Skeleton height={44} width="min(320px, 70%)" />}
        <Skeleton height={180} radius="lg" />
        <Skeleton height={180} radius="lg" />
      </Stack>
    </Container>
  );
}
