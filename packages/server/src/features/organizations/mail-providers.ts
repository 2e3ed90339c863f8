/** Providers that the list lacks. */
const MORE = new Set(['duck.com', 'fastmail.com', 'posteo.de', 'tuta.com', 'tutanota.com']);

/** Whether anybody can have a mailbox at a domain. Loads its list at the first use. */
export async function isMailProvider(domain: string): Promise<boolean> {
  const { default: listed } = await import('email-providers/all.json', { with: { type: 'json' } });
  return listed.includes(domain) || MORE.has(domain);
}
