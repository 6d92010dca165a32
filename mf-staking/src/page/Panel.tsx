import { Title } from '@touchline/ui/base';
import type { ReactNode } from 'react';
import classes from './StakingPage.module.css';

interface PanelProps {
  /** Id of the heading, unique on the page. */
  id: string;
  title: string;
  children: ReactNode;
}

/** Section of the page, labelled by its heading. */
export function Panel({ id, title, children }: PanelProps) {
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <Title id={id} order={2} size="h3" mb="sm">
        {title}
      </Title>
      {children}
    </section>
  );
}
