import { Stack } from '@touchline/ui/base';
import { Health } from './Health.tsx';
import { Remotes } from './Remotes.tsx';
import { Services } from './Services.tsx';
import { Sessions } from './Sessions.tsx';
import { Switches } from './Switches.tsx';
import classes from './system.module.css';

/** Health of the product, and controls for incidents. */
export function System() {
  return (
    <Stack>
      <Health />
      <div className={classes.columns}>
        <Switches />
        <Sessions />
      </div>
      <Services />
      <Remotes />
    </Stack>
  );
}
