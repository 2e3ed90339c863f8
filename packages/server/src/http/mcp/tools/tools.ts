import type { Tool } from './tool.ts';
import { endSessions, findAccounts, suspendAccount } from './accounts.ts';
import { searchDocumentation } from './documentation.ts';
import { whatHappened } from './events.ts';
import { changeSettings, readSettings } from './settings.ts';
import { explainSignIn } from './sign-in.ts';
import { failingWebhooks } from './webhooks.ts';

/** Few, because agents read all of them before they choose. */
export const TOOLS: readonly Tool[] = [
  searchDocumentation,
  findAccounts,
  explainSignIn,
  whatHappened,
  failingWebhooks,
  readSettings,
  changeSettings,
  suspendAccount,
  endSessions,
];
