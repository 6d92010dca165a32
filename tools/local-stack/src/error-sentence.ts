/** An error's message with its cause, unless the message already contains it. */
export function sentence(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : sentence(error.cause);
  return error.message.includes(cause) ? error.message : `${error.message} (${cause})`;
}
