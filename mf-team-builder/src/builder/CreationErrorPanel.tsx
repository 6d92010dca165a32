import { useHost } from '@touchline/host/host';
import { Button } from '@touchline/ui/base';
import { Alert } from '@touchline/ui/data';
import { IconAlertTriangle } from '@touchline/ui/icons';
import { useEffect, useRef } from 'react';
import { useBuilder } from '../draft/builder-context.tsx';
import type { Refusal } from './use-create-team.ts';

/** Why the team was not created, by player; the draft is unchanged. */
export function CreationErrorPanel({ refusal }: { refusal: Refusal | null }) {
  const host = useHost();
  const { byId } = useBuilder();
  const panel = useRef<HTMLDivElement>(null);
  const message = refusal?.message;
  useEffect(() => {
    if (message) panel.current?.scrollIntoView?.({ block: 'center' });
  }, [message]);
  if (!refusal) return null;
  const lines = [
    ...refusal.others,
    ...[...refusal.players].map(([id, text]) => `${byId.get(id)?.web_name ?? `Player ${id}`}: ${text}`),
  ];
  return (
    <Alert
      ref={panel}
      color="danger"
      role="alert"
      mb="md"
      icon={<IconAlertTriangle aria-hidden="true" />}
      title={refusal.message}
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
      {refusal.joined ? (
        <Button variant="default" mt="sm" display="block" onClick={() => host.navigate('/my-team')}>
          See your team
        </Button>
      ) : null}
    </Alert>
  );
}
