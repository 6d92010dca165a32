/** Gives up waiting, with this error or message; what the other side does later still arrives by its events. */
export async function within<T>(ms: number, work: Promise<T>, tooLate: string | Error): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(typeof tooLate === 'string' ? new Error(tooLate) : tooLate), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
