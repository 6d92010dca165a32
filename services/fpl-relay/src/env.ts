import { serviceEnv } from '@touchline/service-kit/process/env';
import { z } from 'zod';

export const relayEnv = serviceEnv.extend({
  /** URL of the FPL API or the season replay, e.g. https://fantasy.premierleague.com/api */
  FPL_URL: z.url({ protocol: /^https?$/ }),
});
