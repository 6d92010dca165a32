/** Prefix of all query keys of this remote; invalidate it to refresh every screen. */
export const TEAM_BUILDER_KEY = ['team-builder'] as const;
