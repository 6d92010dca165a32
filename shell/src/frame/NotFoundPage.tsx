import { Link, useLocation } from '@touchline/host/router';
import { Button, Container, Stack, Text, Title } from '@touchline/ui/base';
import { useEffect } from 'react';
import { PageTitle } from '../PageTitle.ts';
import classes from './NotFoundPage.module.css';

/** SHELL-02 */
export function NotFoundPage() {
  const { pathname } = useLocation();
  useEffect(() => {
    console.error(`404: no page at ${pathname}`);
  }, [pathname]);
  return (
    <Container size="sm" className={classes.page ?? ''}>
      <PageTitle>Page not found</PageTitle>
      <Stack align="center" gap="sm">
        <Title className={classes.number ?? ''}>404</Title>
        <Text size="xl" fw={600}>
          Oops! Page not found
        </Text>
        <Text c="dimmed" ta="center">
          There is no page at <code>{pathname}</code>.
        </Text>
        <Button component={Link} to="/" mt="md">
          Return to Home
        </Button>
      </Stack>
    </Container>
  );
}
