import { registerHooks } from 'node:module';

/** What examples and documents import as `keyward` are the sources beside them. */
const SOURCE = new URL('../../src/index.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'keyward' ? { url: SOURCE, shortCircuit: true } : next(specifier, context),
});
