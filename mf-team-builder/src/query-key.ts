/** The prefix of all query keys of this remote: invalidating it refreshes everything that the remote shows. */
export const TEAM_BUILDER_KEY = ['team-builder'] as const;
