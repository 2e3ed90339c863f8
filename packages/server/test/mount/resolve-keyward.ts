import { registerHooks } from 'node:module';
import { packageFile } from '../support/package-file.ts';

/** What examples and documents import as `keyward` is what stands beside them. */
const { href } = packageFile('dist/index.js', 'src/index.ts');

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'keyward' ? { url: href, shortCircuit: true } : next(specifier, context),
});
