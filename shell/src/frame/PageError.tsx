import { Container } from '@touchline/ui/base';
import { ErrorState, type ErrorStateProps } from '@touchline/ui/ErrorState';

/** An error in place of a page. */
export const PageError = (props: ErrorStateProps) => (
  <Container size="sm" py="xl">
    <ErrorState {...props} />
  </Container>
);
