/** A part of a path that nobody chose to read: keys of chats and automations are like this. */
const KEY = /^(?=.*\d)[\w~.-]{8,}$|^(?=.*[a-z])(?=.*[A-Z])[\w~-]{16,}$/;
const HIDDEN = '•••';

/**
 * The address of a receiver without its secrets, because screens are shared. The whole is in the form that changes it.
 */
export function maskedAddress(address: string): string {
  if (!URL.canParse(address)) return address;
  const { origin, pathname, searchParams } = new URL(address);
  const path = pathname.split('/').map((part) => (KEY.test(part) ? HIDDEN : part));
  const query = [...searchParams.keys()].map((name) => `${name}=${HIDDEN}`);
  if (query.length === 0 && !path.includes(HIDDEN)) return address;
  return `${origin}${path.join('/')}${query.length === 0 ? '' : `?${query.join('&')}`}`;
}
