import type { Worker } from 'node:cluster';
import type { Message, Port } from './channel.ts';

/** The supervisor's end of its connection to a worker. */
export function portTo(worker: Worker): Port {
  return {
    send(message) {
      // If a worker dies before the answer, `onClose` reports it.
      if (worker.isConnected()) worker.send(message, undefined, () => {});
    },
    onMessage: (listener) => {
      worker.on('message', (message: Message) => listener(message));
    },
    onClose: (listener) => {
      worker.once('disconnect', listener);
    },
  };
}

/** A worker's end. It needs no `onClose`: without its supervisor, Node.js ends a worker at once. */
export function portToSupervisor(): Port {
  return {
    send(message) {
      if (process.connected) process.send?.(message, undefined, undefined, () => {});
    },
    onMessage: (listener) => {
      process.on('message', (message: Message) => listener(message));
    },
    onClose: () => {},
  };
}
