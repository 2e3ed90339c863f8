import asyncHooks, { type HookCallbacks } from 'node:async_hooks';

/*
 * For `--import`, before the tests. The runner follows every promise and every socket from its creation to its
 * collection, to tell which test an uncaught error belongs to. That takes a sixth of a run's processor time. Here it
 * follows only the tests themselves, which it needs to nest them. An uncaught error still fails the run; its stack says
 * where it is from.
 */

const { createHook } = asyncHooks;

function createFewHooks(callbacks: HookCallbacks): ReturnType<typeof createHook> {
  if (new Error().stack?.includes('node:internal/test_runner/') !== true) return createHook(callbacks);
  process.on('uncaughtExceptionMonitor', (error) => console.error(error));
  return createHook({
    trackPromises: false,
    init: (id, type, triggerId, resource) => {
      if (type === 'Test') callbacks.init?.(id, type, triggerId, resource);
    },
  });
}

Object.assign(asyncHooks, { createHook: createFewHooks });
