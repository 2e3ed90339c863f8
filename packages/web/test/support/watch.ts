import type { BrowserContext } from 'playwright-core';

interface Allowed {
  /** The origins that pages and requests may use. */
  origins: readonly string[];
  /** The allowed statuses; a browser reports each of 400 and more as an error. */
  statuses: readonly number[];
}

/**
 * Records what no page may do: uncaught errors, errors in its console (including violations of its policy), and
 * requests to another origin.
 */
export function watch(context: BrowserContext, { origins, statuses }: Allowed): readonly string[] {
  const problems: string[] = [];
  context.on('weberror', (error) =>
    problems.push(`uncaught: ${error.error().stack ?? String(error.error())}`),
  );
  context.on('console', (message) => {
    if (message.type() !== 'error') return;
    const text = message.text();
    const status = /^Failed to load resource: the server responded with a status of (\d+)/.exec(text)?.[1];
    if (status !== undefined && statuses.includes(Number(status))) return;
    problems.push(`console: ${text} (${message.location().url})`);
  });
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (/^https?:$/.test(protocol) && !origins.includes(origin)) problems.push(`request: ${request.url()}`);
  });
  return problems;
}
