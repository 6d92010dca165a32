/** Without a participation: prefix of the keys of all teams of the game. A separate module, so that the query's schema is loaded only with the preview. */
export const buildTeamKey = (gameId: string, ...participation: [id?: string]) =>
  ['rankings', 'team', gameId, ...participation] as const;
