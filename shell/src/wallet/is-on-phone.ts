/** True on phones and tablets, where wallet apps are opened by links, and only on a tap. */
export function isOnPhone({ userAgent, maxTouchPoints }: Navigator = navigator): boolean {
  // iPads report themselves as Macs.
  return /android|iphone|ipad|ipod/i.test(userAgent) || (/macintosh/i.test(userAgent) && maxTouchPoints > 1);
}
