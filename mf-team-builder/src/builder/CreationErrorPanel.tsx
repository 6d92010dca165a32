import { useHost } from '@touchline/host/host';
import { Button } from '@touchline/ui/base';
import { Alert } from '@touchline/ui/data';
import { IconAlertTriangle } from '@touchline/ui/icons';
import { useEffect, useRef } from 'react';
import { useBuilder } from '../draft/builder-context.tsx';
import type { CreationError } from './use-create-team.ts';

/** Explains why the team was not created, with errors by player. The draft is unchanged. */
export function CreationErrorPanel({ error }: { error: CreationError | null }) {
  const host = useHost();
  const { byId } = useBuilder();
  const panel = useRef<HTMLDivElement>(null);
  const message = error?.message;
  useEffect(() => {
    if (message) panel.current?.scrollIntoView?.({ block: 'center' });
  }, [message]);
  if (!error) return null;
  const lines = [
    ...error.others,
    ...[...error.players].map(([id, text]) => `${byId.get(id)?.web_name ?? `Player ${id}`}: ${text}`),
  ];
  return (
    <Alert
      ref={panel}
      color="danger"
      role="alert"
      mb="md"
      icon={<IconAlertTriangle aria-hidden="true" />}
      title={error.message}
    >
      {lines.length > 0 ? (
        <ul>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : (
        'Your team is still here.'
      )}
      {error.joined ? (
        <Button variant="default" mt="sm" display="block" onClick={() => host.navigate('/my-team')}>
          See your team
        </Button>
      ) : null}
    </Alert>
  );
}
