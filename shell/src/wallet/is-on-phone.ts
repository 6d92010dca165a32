/** True on phones and tablets, where wallet apps are opened by links, and only on a tap. */
export function isOnPhone(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  // iPads report themselves as Macs.
  return /android|iphone|ipad|ipod/i.test(userAgent) || (/macintosh/i.test(userAgent) && maxTouchPoints > 1);
}
