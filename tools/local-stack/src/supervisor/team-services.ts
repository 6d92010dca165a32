import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTeamServiceManifest, type TeamServiceManifest } from '@touchline/api/team-service-manifest';

/** A team service of this project. */
export interface TeamService extends TeamServiceManifest {
  /** The program, relative to the project's root. */
  readonly script: string;
}

/** Finds the services in services/* whose package.json declares them as team services. @throws Error naming a wrong field */
export function findTeamServices(project: string): TeamService[] {
  return readdirSync(join(project, 'services'))
    .sort()
    .flatMap((folder) => {
      const file = join(project, 'services', folder, 'package.json');
      if (!existsSync(file)) return [];
      const manifest = readTeamServiceManifest(JSON.parse(readFileSync(file, 'utf8')));
      return manifest ? [{ ...manifest, script: `services/${folder}/dist/main.js` }] : [];
    });
}
