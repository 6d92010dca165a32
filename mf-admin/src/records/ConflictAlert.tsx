import { Alert } from '@touchline/ui/data';
import classes from './records.module.css';

/** Changes by another admin that stopped a save, one text per field. */
export function ConflictAlert({ differences }: { differences: readonly string[] }) {
  return (
    <Alert color="warn" role="alert" title="This was changed by someone else">
      Your changes have not been saved. Save again to overwrite the new values.
      {differences.length > 0 ? (
        <ul className={classes.changes}>
          {differences.map((difference) => (
            <li key={difference}>{difference}</li>
          ))}
        </ul>
      ) : null}
    </Alert>
  );
}
