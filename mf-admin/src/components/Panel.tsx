import { Group, Title } from '@touchline/ui/base';
import { type ReactNode, useId } from 'react';
import classes from './components.module.css';

interface PanelProps {
  title: string;
  /** Content next to the title. */
  aside?: ReactNode;
  children: ReactNode;
}

/** Titled section of a page. */
export function Panel({ title, aside, children }: PanelProps) {
  const id = useId();
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <Group justify="space-between" gap="0.5rem 1rem" mb="sm">
        <Title id={id} order={2} size="h3">
          {title}
        </Title>
        {aside}
      </Group>
      {children}
    </section>
  );
}
