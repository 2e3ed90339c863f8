import { registerHooks } from 'node:module';

/** Resolves the entries of `@keyward/client` in examples and documents to these sources. */
registerHooks({
  resolve: (specifier, context, next) => {
    const [, entry] = /^@keyward\/client\/(\w+)$/.exec(specifier) ?? [];
    const url = new URL(`../../src/${entry}.ts`, import.meta.url).href;
    return entry === undefined ? next(specifier, context) : { url, shortCircuit: true };
  },
});
