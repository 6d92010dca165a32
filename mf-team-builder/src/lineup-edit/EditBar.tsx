import { Button } from '@touchline/ui/base';
import { useRef } from 'react';
import { useBottomBar } from '../page/use-bottom-bar.ts';
import { namesOf } from '../team/names.ts';
import classes from './edit.module.css';
import { SaveFailure } from './SaveFailure.tsx';
import type { LineupEdit } from './use-lineup-edit.ts';

/** "Save Changes" and "Cancel", how the draft stands, and what went wrong; always in reach at the lower edge. */
export function EditBar({ edit }: { edit: LineupEdit }) {
  const bar = useRef<HTMLElement>(null);
  useBottomBar(bar);
  const { text, tone } = standing(edit);
  return (
    <section ref={bar} className={classes.bar} aria-label="Save your line-up">
      {edit.failure ? <SaveFailure edit={edit} failure={edit.failure} /> : null}
      <p className={classes.standing} data-tone={tone} role="status">
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

function standing({ missing, refused, changed, team }: LineupEdit): {
  text: string;
  tone?: 'warn' | 'grass';
} {
  if (missing > 0)
    return {
      text: missing === 1 ? '1 place on the pitch is empty' : `${missing} places on the pitch are empty`,
      tone: 'warn',
    };
  if (refused.length > 0)
    return {
      text: `${namesOf(team, refused)} ${refused.length === 1 ? 'has' : 'have'} kicked off meanwhile`,
      tone: 'warn',
    };
  return changed ? { text: 'Changes not saved yet', tone: 'grass' } : { text: 'Nothing changed yet' };
}
