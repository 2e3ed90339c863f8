import { type Io, processIo } from './io.ts';
import { type MakeCommand, runCommands } from './run-commands.ts';

/** In the order of the help. */
const COMMANDS: Record<string, () => Promise<MakeCommand>> = {
  init: async () => (await import('./init.ts')).initCommand,
  serve: async () => (await import('./serve.ts')).serveCommand,
  ready: async () => (await import('./ready.ts')).readyCommand,
  superadmin: async () => (await import('./superadmin.ts')).superadminCommand,
  keys: async () => (await import('./keys.ts')).keysCommand,
  users: async () => (await import('./users.ts')).usersCommand,
  organizations: async () => (await import('./organizations.ts')).organizationsCommand,
  config: async () => (await import('./config.ts')).configCommand,
  doctor: async () => (await import('./doctor.ts')).doctorCommand,
  mail: async () => (await import('./mail.ts')).mailCommand,
  mailbox: async () => (await import('./mailbox.ts')).mailboxCommand,
  logs: async () => (await import('./logs.ts')).logsCommand,
  events: async () => (await import('./events.ts')).eventsCommand,
  migrate: async () => (await import('./migrate.ts')).migrateCommand,
  backup: async () => (await import('./backup.ts')).backupCommand,
  restore: async () => (await import('./restore.ts')).restoreCommand,
  copy: async () => (await import('./copy.ts')).copyCommand,
  cleanup: async () => (await import('./cleanup.ts')).cleanupCommand,
  openapi: async () => (await import('./openapi.ts')).openapiCommand,
  version: async () => (await import('./version.ts')).versionCommand,
};

/** Runs one command line. @returns the exit code; after 0, a server continues to run */
export async function run(argv: readonly string[], io: Io = processIo()): Promise<number> {
  return runCommands(argv, await commandsFor(argv), io);
}

/**
 * The command that the command line names; all of them if it names none. Loading every command is slow, because each
 * has an option for every setting.
 */
async function commandsFor([, , name = '']: readonly string[]): Promise<MakeCommand[]> {
  const named = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  return Promise.all((named === undefined ? Object.values(COMMANDS) : [named]).map((load) => load()));
}
