import { useEffect, useState } from 'react';
import { createFeed, type Feed } from './log-feed.ts';

/** The log of this name while the component is on the page. @param round a new number reloads the log */
export function useFeed(name: string, round: number): Feed | null {
  const [feed, setFeed] = useState<Feed | null>(null);
  useEffect(() => {
    const made = createFeed(name);
    setFeed(made);
    return () => made.close();
  }, [name, round]);
  return feed;
}
