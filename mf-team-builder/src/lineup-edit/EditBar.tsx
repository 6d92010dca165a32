import { Button } from '@touchline/ui/base';
import { useRef } from 'react';
import { useBottomBar } from '../page/use-bottom-bar.ts';
import { formatNames } from '../team/names.ts';
import classes from './edit.module.css';
import { SaveFailure } from './SaveFailure.tsx';
import type { LineupEdit } from './use-lineup-edit.ts';

/** The sticky bar with "Save Changes", "Cancel", the state of the draft and errors. */
export function EditBar({ edit }: { edit: LineupEdit }) {
  const bar = useRef<HTMLElement>(null);
  useBottomBar(bar);
  const { text, tone } = describeDraft(edit);
  return (
    <section ref={bar} className={classes.bar} aria-label="Save your lineup">
      {edit.failure ? <SaveFailure edit={edit} failure={edit.failure} /> : null}
      <p className={classes.status} data-tone={tone} role="status">
        {text}
      </p>
      <div className={classes.buttons}>
        <Button variant="default" disabled={edit.saving} onClick={edit.cancel}>
          Cancel
        </Button>
        <Button loading={edit.saving} disabled={edit.missing > 0} onClick={() => edit.save()}>
          Save Changes
        </Button>
      </div>
    </section>
  );
}

function describeDraft({ missing, conflicts, changed, team }: LineupEdit): {
  text: string;
  tone?: 'warn' | 'grass';
} {
  if (missing > 0)
    return {
      text: missing === 1 ? '1 place on the pitch is empty' : `${missing} places on the pitch are empty`,
      tone: 'warn',
    };
  if (conflicts.length > 0)
    return {
      text: `${formatNames(team, conflicts)} ${conflicts.length === 1 ? 'has' : 'have'} kicked off in the meantime`,
      tone: 'warn',
    };
  return changed ? { text: 'Unsaved changes', tone: 'grass' } : { text: 'No changes yet' };
}
