import { Container, Skeleton, Stack } from '@touchline/ui/base';
import '../first-paint/first-paint.css';

/** Placeholder while a page loads, with its heading where that is known. */
export function PageSkeleton({ title }: { title?: string | undefined }) {
  return (
    <Container size="lg" py="xl" role="status" aria-label="Loading page">
      {title ? <h1 className="tl-first-title">{title}</h1> : null}
      <Stack gap="md" aria-hidden="true">
        {title ? null : <Skeleton height={44} width="min(320px, 70%)" />}
        <Skeleton height={180} radius="lg" />
        <Skeleton height={180} radius="lg" />
      </Stack>
    </Container>
  );
}
