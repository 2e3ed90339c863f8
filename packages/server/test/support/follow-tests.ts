import asyncHooks, {
  AsyncLocalStorage,
  createHook,
  executionAsyncId,
  executionAsyncResource,
  type HookCallbacks,
} from 'node:async_hooks';
import { channel } from 'node:diagnostics_channel';

/*
 * For `--import`, before the tests. The runner must know which test calls `it`, registers a hook or throws an error.
 * So it follows every promise, timer and socket from its creation to its collection, which takes a fifth of the
 * processor time of a test process. Here it reads the test from an asynchronous context instead.
 */

const running = new AsyncLocalStorage<number>();
let runner: HookCallbacks | undefined;

channel('tracing:node.test:start').bindStore(running, () => {
  const id = executionAsyncId();
  runner?.init?.(id, 'Test', 0, executionAsyncResource());
  return id;
});

const nothing = { enable: () => nothing, disable: () => nothing };

Object.assign(asyncHooks, {
  createHook: (callbacks: HookCallbacks) => {
    runner = callbacks;
    return nothing;
  },
  executionAsyncId: () => running.getStore() ?? executionAsyncId(),
});
// The runner reads both functions when it is loaded. Later readers get the originals.
await import('node:test');
Object.assign(asyncHooks, { createHook, executionAsyncId });
