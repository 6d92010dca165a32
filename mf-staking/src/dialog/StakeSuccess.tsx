import { IconCircleCheck } from '@touchline/ui/icons';
import { type StakePhase, successTexts } from '../flow/stake-phase.ts';
import classes from './StakeDialog.module.css';

/** STAKE-11 */
export function StakeSuccess({ phase }: { phase: Extract<StakePhase, { name: 'done' }> }) {
  return (
    <div className={classes.success} role="status">
      <IconCircleCheck size={56} stroke={1.5} aria-hidden="true" />
      {successTexts(phase).map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  );
}
