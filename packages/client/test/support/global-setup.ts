export { fillCompileCache as globalSetup } from '../../../server/test/support/compile-cache.ts';
