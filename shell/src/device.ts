/** True on iPhones and iPads. */
export function isOnAppleMobile(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  // iPads report themselves as Macs.
  return /iphone|ipad|ipod/i.test(userAgent) || (/macintosh/i.test(userAgent) && maxTouchPoints > 1);
}

/** True on phones and tablets, where wallet apps are opened by links, and only on a tap. */
export const isOnPhone = (): boolean => isOnAppleMobile() || /android/i.test(navigator.userAgent);
