import classes from './LiveDot.module.css';

/** A pulsing green dot. Name what is live in text beside it, or with `label`. */
export function LiveDot({ label }: { label?: string }) {
  return (
    <span
      className={classes.dot}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    />
  );
}
