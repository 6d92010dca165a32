import { useHost } from '@touchline/host/host';
import { Button } from '@touchline/ui/base';
import { IconAlertTriangle } from '@touchline/ui/icons';
import { useEffect, useRef } from 'react';
import { useBuilder } from '../draft/builder-context.ts';
import panelClasses from '../page/panel.module.css';
import classes from './builder.module.css';
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
    <div ref={panel} role="alert" className={`${panelClasses.panel} ${classes.failed}`}>
      <strong>
        <IconAlertTriangle size={20} aria-hidden="true" />
        {error.message}
      </strong>
      {lines.length > 0 ? (
        <ul>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : (
        <p>Your team is still here.</p>
      )}
      {error.joined ? (
        <Button variant="default" onClick={() => host.navigate('/my-team')}>
          See your team
        </Button>
      ) : null}
    </div>
  );
}
