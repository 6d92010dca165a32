import { type KeyboardEvent, useRef } from 'react';
import classes from './PaneTabs.module.css';

const PANES = ['pitch', 'players'] as const;
export type Pane = (typeof PANES)[number];
const WORDS: Record<Pane, string> = { pitch: 'Pitch', players: 'Players' };

const tabId = (pane: Pane) => `builder-tab-${pane}`;
const paneId = (pane: Pane) => `builder-pane-${pane}`;

/** What a pane is while there are tabs; side by side it is a plain region. */
export function panelOf(pane: Pane, wide: boolean) {
  return wide
    ? { id: paneId(pane) }
    : { id: paneId(pane), role: 'tabpanel' as const, 'aria-labelledby': tabId(pane) };
}

/** Pitch | Players on a phone. */
export function PaneTabs({ pane, onPane }: { pane: Pane; onPane: (pane: Pane) => void }) {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    const other = pane === 'pitch' ? 'players' : 'pitch';
    onPane(other);
    list.current?.querySelector<HTMLElement>(`#${tabId(other)}`)?.focus();
  };
  return (
    <div className={classes.paneTabs} role="tablist" aria-label="Show" ref={list} onKeyDown={onKeyDown}>
      {PANES.map((each) => (
        <button
          key={each}
          type="button"
          role="tab"
          id={tabId(each)}
          aria-controls={paneId(each)}
          aria-selected={pane === each}
          tabIndex={pane === each ? 0 : -1}
          onClick={() => onPane(each)}
        >
          {WORDS[each]}
        </button>
      ))}
    </div>
  );
}
