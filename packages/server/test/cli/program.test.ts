import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, copyFileSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { settingFlags } from '../../src/config/flags.ts';
import { tempFolder } from '../support/at-exit.ts';
import { runHere } from '../support/command-line.ts';
import { runCommand } from '../support/command.ts';
import { baseEnv, commandLine, SOURCE_COMMAND_LINE } from '../support/process.ts';

const SETTINGS_GROUP = 'Settings (also KEYWARD_… in the environment or .env):';

describe('the command line', { concurrency: 2 }, () => {
  it('explains itself: commands, examples, where settings come from, exit codes', async () => {
    const { code, stdout, stderr } = await runHere(['--help']);
    assert.deepEqual([code, stderr], [0, '']);
    for (const part of ['serve', 'superadmin', 'migrate', 'config', 'version', '$ keyward serve']) {
      assert.ok(stdout.includes(part), part);
    }
    assert.match(stdout, /environment \(KEYWARD_…\), the file \.env/);
    assert.match(stdout, /Exit codes: 0 fine, 1 failed, 2 wrong usage or configuration, 3 done but/);
    assert.ok(!stdout.includes('--data-dir'));
  });

  it('loads no database to explain itself, because Node.js 22 warns of it', () => {
    const program = new URL('../../src/cli/program.ts', import.meta.url).href;
    const script = `await (await import('${program}')).run(['', '', 'help']);
      process.stderr.write(String(process.moduleLoadList.some((name) => / sqlite$/.test(name))));`;
    const { stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script]);
    assert.equal(String(stderr), 'false');
  });

  it('lists every setting in a group of its own, after the example', async () => {
    const { code, stdout } = await runHere(['serve', '--help']);
    assert.equal(code, 0);
    const [before = '', group = ''] = stdout.split(SETTINGS_GROUP);
    assert.match(before, /\$ keyward serve --port 8080/);
    for (const { flag, unlisted } of settingFlags())
      assert.equal(group.includes(`  ${flag} <value>`), !unlisted, flag);
  });

  it('lists only the data directory for other commands, but accepts every setting', async () => {
    const help = await runHere(['migrate', '--help']);
    const [before = '', group = ''] = help.stdout.split(SETTINGS_GROUP);
    assert.match(before, /^ {2}-h, --help/m);
    assert.deepEqual(group.match(/^ {2}--\S+/gm), [
      '  --data-dir',
      '  --database-url',
      '  --database-url-file',
    ]);
    const run = await runHere(['migrate', 'status', '--port', '0', '--profile', 'strict']);
    assert.deepEqual([run.code, run.stderr], [0, '']);
  });

  it('prints its version', async () => {
    const version = await runHere(['version']);
    assert.match(version.stdout, /^\d+\.\d+\.\d+\S*\n$/);
    assert.deepEqual(await runHere(['--version']), version);
    assert.equal(version.code, 0);
  });

  for (const [what, args, message] of [
    ['an unknown command', ['sirve'], "unknown command 'sirve' (Did you mean serve?)"],
    ['an unknown option', ['serve', '--prot', '80'], "unknown option '--prot' (Did you mean --port?)"],
    ['an option without its value', ['serve', '--port'], "option '--port <value>' argument missing"],
    [
      'an argument too many',
      ['serve', 'now'],
      "too many arguments for 'serve'. Expected 0 arguments but got 1: now. Behind npm, options need -- before them: npm start -- --port 8080",
    ],
    [
      'a secret on the command line',
      ['serve', '--jwt-secret', 'x'],
      "unknown option '--jwt-secret' (see --help)",
    ],
    ['a command that is like no other', ['xyzzy'], "unknown command 'xyzzy' (see --help)"],
    ['a missing email', ['superadmin', 'create'], "required option '--email <email>' not specified"],
  ] as const) {
    it(`refuses ${what} with one line and 2`, async () => {
      const { code, stdout, stderr, left } = await runHere(args);
      assert.deepEqual([code, stdout, left], [2, '', []]);
      assert.equal(stderr, `keyward: ${message}\n`);
    });
  }

  it('without a command prints its help as an error', async () => {
    for (const args of [[], ['superadmin'], ['config']]) {
      const { code, stdout, stderr } = await runCommand(args);
      assert.deepEqual([code, stdout], [2, ''], args.join(' '));
      assert.match(stderr, /^Usage: keyward/);
    }
  });

  for (const [what, code, end, stderr] of [
    ['a full disk', 'ENOSPC', 1, 'keyward: standard output cannot be written (the disk is full)\n'],
    ['a reader that has seen enough', 'EPIPE', 0, ''],
  ] as const) {
    it(`ends with one line or silently when its output leads to ${what}`, async () => {
      for (const args of [
        ['version'],
        ['--version'],
        ['--help'],
        ['config', '--help'],
        ['config', 'show'],
        ['config', 'check'],
        ['doctor'],
        ['migrate'],
        ['openapi'],
        ['init', '--yes'],
      ]) {
        const stdout = new Writable({
          write: (_chunk, _encoding, done) => done(Object.assign(new Error('no'), { code })),
        });
        // As Node pipes the output of a thread.
        new PassThrough().pipe(stdout);
        const outcome = await runHere(args, { stdout });
        assert.deepEqual([outcome.code, outcome.stderr], [end, stderr], args.join(' '));
      }
    });
  }

  const full = { skip: !existsSync('/dev/full') && 'there is no full device' };
  it('ends in one line when its output is a full device', full, async () => {
    const device = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [commandLine(), 'version'], {
      env: baseEnv(),
      stdio: ['ignore', device, 'pipe'],
    });
    closeSync(device);
    assert.ok(child.stderr);
    const [stderr] = await Promise.all([text(child.stderr), once(child, 'close')]);
    assert.deepEqual(
      [child.exitCode, stderr],
      [1, 'keyward: standard output cannot be written (the disk is full)\n'],
    );
  });

  const old = oldNode();
  it(
    'on an older Node says which one it needs',
    { skip: old === null && 'no older Node is installed' },
    async () => {
      // An installed package, without sources.
      const folder = tempFolder();
      const installed = join(folder.path, 'keyward.mjs');
      copyFileSync(SOURCE_COMMAND_LINE, installed);
      for (const [script, hint] of [
        [
          SOURCE_COMMAND_LINE,
          ' In the repository, "npm ci" installs Node.js 24, which "npm start" and "npx keyward" use; elsewhere, install it yourself.',
        ],
        [installed, ''],
      ] as const) {
        const { code, stdout, stderr } = await runCommand(['serve'], { node: old ?? '', script });
        assert.deepEqual([code, stdout], [1, '']);
        const said = stderr.replace(/v\d+\.\d+\.\d+/, 'v?');
        assert.equal(said, `Keyward needs Node.js 22.16 or newer; this is v?.${hint}\n`);
      }
      folder.remove();
    },
  );
});

/** The machine's own Node, when it is older than ours; null otherwise. */
function oldNode(): string | null {
  const path = '/usr/bin/node';
  if (!existsSync(path)) return null;
  const version = execFileSync(path, ['--version'], { encoding: 'utf8' });
  return Number(/^v(\d+)/.exec(version)?.[1]) < 24 ? path : null;
}
