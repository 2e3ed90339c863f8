import type { Message, Port } from '../../src/workers/channel.ts';

/** Two ends of a connection within this process. Messages are copied, and arrive later, as between processes. */
export function portPair(): { ends: [Port, Port]; close: () => void } {
  const closing: (() => void)[] = [];
  const listeners: ((message: Message) => void)[][] = [[], []];
  const end = (own: number, other: number): Port => ({
    send: (message) => {
      const copy = structuredClone(message);
      setImmediate(() => listeners[other]?.forEach((listener) => listener(copy)));
    },
    onMessage: (listener) => void listeners[own]?.push(listener),
    onClose: (listener) => void closing.push(listener),
  });
  return { ends: [end(0, 1), end(1, 0)], close: () => closing.forEach((listener) => listener()) };
}
