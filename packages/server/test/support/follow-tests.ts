import asyncHooks, {
  AsyncLocalStorage,
  createHook,
  executionAsyncId,
  executionAsyncResource,
  type HookCallbacks,
} from 'node:async_hooks';
import { channel } from 'node:diagnostics_channel';

/*
 * For `--import`, before the tests. To know which test a call of `it`, a hook or an uncaught error belongs to, the runner
 * follows every promise, timer and socket from its creation to its collection, which takes a fifth of the processor
 * time of a test process. Here it follows the context that goes along with the calls anyway.
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
// It reads both functions when it is loaded; later readers get the real ones.
await import('node:test');
Object.assign(asyncHooks, { createHook, executionAsyncId });
