import classes from './LiveDot.module.css';

/** A pulsing green dot. Put a description next to it, or pass it as `label`. */
export function LiveDot({ label }: { label?: string }) {
  return (
    <span
      className={classes.dot}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    />
  );
}
