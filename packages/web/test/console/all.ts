import { importTests } from '../../../server/test/support/import-tests.ts';

importTests(import.meta.dirname);
