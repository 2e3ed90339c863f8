import { importTests } from '../support/import-tests.ts';

await importTests(import.meta.dirname);
