export { useCompileCache as globalSetup } from '../../../server/test/support/compile-cache.ts';
