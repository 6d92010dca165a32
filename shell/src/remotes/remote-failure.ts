/** A remote could not be loaded. Its panel shows `code`. */
export class RemoteFailure extends Error {
  constructor(
    readonly remote: string,
    readonly code: string,
    options?: ErrorOptions,
  ) {
    super(`${remote} could not be loaded (${code})`, options);
    this.name = 'RemoteFailure';
  }
}
