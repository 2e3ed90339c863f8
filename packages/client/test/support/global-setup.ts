export { prepareProcesses as globalSetup } from '../../../server/test/support/prepare-processes.ts';
