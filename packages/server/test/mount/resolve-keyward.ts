import { registerHooks } from 'node:module';
import { packageFile } from '../support/package-file.ts';

/** Resolves `keyward` in examples and documents to this repository. */
const { href } = packageFile('dist/index.js', 'src/index.ts');

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'keyward' ? { url: href, shortCircuit: true } : next(specifier, context),
});
