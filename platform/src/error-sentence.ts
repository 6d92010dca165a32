/** An error for people: its message, and what caused it where that says more. */
export function sentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : sentence(error.cause);
  return error.message.includes(cause) ? error.message : `${error.message} (${cause})`;
}
