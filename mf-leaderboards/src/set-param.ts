/** Sets a parameter of the URL, or removes it. */
export const setParam = (name: string, value: string | null) => (now: URLSearchParams) => {
  const next = new URLSearchParams(now);
  if (value === null) next.delete(name);
  else next.set(name, value);
  return next;
};
