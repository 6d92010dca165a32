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
      <div className={classes.panelHead}>
        <h2 id={id} className={classes.heading}>
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
