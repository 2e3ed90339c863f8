import { importTests } from '../../../support/import-tests.ts';

importTests(import.meta.dirname);
