/** The wallet app is most likely on this very device: links open it, and nothing is asked of it without a tap. */
export function onPhone({ userAgent, maxTouchPoints }: Navigator = navigator): boolean {
  // iPads call themselves Macs.
  return /android|iphone|ipad|ipod/i.test(userAgent) || (/macintosh/i.test(userAgent) && maxTouchPoints > 1);
}
