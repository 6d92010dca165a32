import type { EventType } from '@touchline/api/event';
import { gamesSwitchesChanged, stakingSwitchesChanged } from '@touchline/api/events/admin-services';
import { bootstrapChanged, fixturesChanged, matchEventsChanged } from '@touchline/api/events/fpl-relay';
import { gameChanged, pointsChanged, prizesSettled, standingsChanged } from '@touchline/api/events/games';
import { stakesChanged } from '@touchline/api/events/staking';
import type { LiveMessage } from '@touchline/api/http/live';
import type { Schema } from '@touchline/api/schema';
import type { z } from 'zod';

interface Rule {
  subject: string;
  translate(payload: unknown): LiveMessage | null;
}

function rule<P extends Schema>(type: EventType<P>, message: (payload: z.output<P>) => LiveMessage): Rule {
  return {
    subject: type.subject,
    translate(payload) {
      const parsed = type.payload.safeParse(payload);
      return parsed.success ? message(parsed.data) : null;
    },
  };
}

/** Translations of events to messages for browsers. Events without a rule are internal. */
const RULES = [
  rule(bootstrapChanged, () => ({ topic: 'gameweek', gameweek: null })),
  rule(fixturesChanged, () => ({ topic: 'fixtures', gameweek: null })),
  rule(matchEventsChanged, ({ gameweek }) => ({ topic: 'moments', gameweek })),
  rule(pointsChanged, ({ gameweek }) => ({ topic: 'points', gameweek })),
  rule(standingsChanged, (changed) => ({ topic: 'leaderboard', ...changed })),
  rule(gameChanged, ({ game_id }) => ({ topic: 'game', game_id })),
  rule(prizesSettled, ({ game_id }) => ({ topic: 'prizes', game_id })),
  rule(stakesChanged, () => ({ topic: 'stakes' })),
  rule(gamesSwitchesChanged, () => ({ topic: 'switches' })),
  rule(stakingSwitchesChanged, () => ({ topic: 'switches' })),
];

/** Translates an event to a live message; null for an internal or invalid event. */
export function toLiveMessage(subject: string, payload: unknown): LiveMessage | null {
  return RULES.find((candidate) => candidate.subject === subject)?.translate(payload) ?? null;
}
