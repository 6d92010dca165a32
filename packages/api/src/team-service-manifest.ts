import { z } from 'zod/mini';
import { bootstrapChanged, fixturesChanged, liveChanged } from './events/fpl-relay.ts';
import { gameChanged, pointsChanged, prizesSettled, standingsChanged } from './events/games.ts';
import { serviceLimits, serviceName } from './http/team-services.ts';

/** Events that a team service may consume. None contains data of a player; those of sessions and administrators do. */
const CONSUMABLE = [
  bootstrapChanged,
  fixturesChanged,
  liveChanged,
  gameChanged,
  standingsChanged,
  pointsChanged,
  prizesSettled,
].map(({ subject }) => subject);

/** The field `teamService` in the package.json of a service declares it as a team service. */
const teamService = z.strictObject({
  limits: serviceLimits,
  /** Subjects of the events that it consumes; it gets no right to any other. */
  consumes: z.array(z.enum(CONSUMABLE)),
});

export interface TeamServiceManifest extends z.infer<typeof teamService> {
  /** Name of the package without its scope. */
  name: string;
}

/** Reads the manifest of a package.json; null if it is not a team service. @throws Error naming a wrong field */
export function readTeamServiceManifest(packageJson: unknown): TeamServiceManifest | null {
  const { name, teamService: declared } = packageJson as { name: string; teamService?: unknown };
  if (declared === undefined) return null;
  const parsed = z
    .object({ name: serviceName, teamService })
    .safeParse({ name: name.slice(name.indexOf('/') + 1), teamService: declared });
  if (parsed.success) return { name: parsed.data.name, ...parsed.data.teamService };
  throw new Error(`package.json of ${name} is wrong:\n${z.prettifyError(parsed.error)}`);
}
