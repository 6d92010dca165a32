/** Without a participation: the key of all teams of the game. Apart from the query, whose schema comes with the preview. */
export const teamKey = (gameId: string, ...participation: [id?: string]) =>
  ['rankings', 'team', gameId, ...participation] as const;
