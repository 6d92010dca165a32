import classes from './LiveDot.module.css';

/** A green dot that breathes while something is on. Say what in text beside it, or with `label`. */
export function LiveDot({ label }: { label?: string }) {
  return (
    <span
      className={classes.dot}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    />
  );
}
