import type { Keyward } from '../support/keyward.ts';

interface Page {
  events: { timestamp: string }[];
  cursor: string;
}

/**
 * Follows the feed from now on by long polls.
 * @returns a function that stops, and returns the delay of each event from its act to its arrival, in milliseconds,
 * ascending
 */
export async function followFeed({
  url,
  accounts: [superadmin],
}: Keyward): Promise<{ stop: () => Promise<number[]> }> {
  const delays: number[] = [];
  let stopped = false;
  const isStopped = () => stopped;

  async function ask(query: string): Promise<Page> {
    const response = await fetch(`${url}/auth/event/?${query}`, {
      headers: { authorization: `Bearer ${superadmin?.token}` },
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`the feed was answered ${response.status}: ${text}`);
    return JSON.parse(text);
  }

  async function follow(cursor: string): Promise<void> {
    while (!isStopped()) {
      const page = await ask(`after=${cursor}&wait=1&limit=1000`);
      const now = Date.now();
      for (const { timestamp } of page.events) delays.push(now - Date.parse(timestamp));
      cursor = page.cursor;
    }
  }

  const { cursor } = await ask('limit=1');
  const over = follow(cursor);
  over.catch(() => {});
  return {
    async stop() {
      stopped = true;
      await over;
      return delays.sort((a, b) => a - b);
    },
  };
}
