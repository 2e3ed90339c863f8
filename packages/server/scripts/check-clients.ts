/**
 * Generates clients from the API's description with third-party tools, and makes one call with each against a running
 * instance. The tools come from the registries of their languages; a language that is not installed is skipped.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const KEYWARD = fileURLToPath(new URL('../bin/keyward.js', import.meta.url));
const PERSON = { name: 'Ada', password: 'Analytical-1' };

interface Language {
  name: string;
  /** Must succeed, or the language is skipped. */
  needs: [command: string, ...args: string[]];
  /** Generates a client in a folder that holds openapi.json, and calls the service with it. @returns the generated folder */
  check: (folder: string, url: string) => string;
}

const LANGUAGES: readonly Language[] = [
  {
    name: 'TypeScript (openapi-typescript)',
    needs: ['npm', '--version'],
    check(folder, url) {
      const generated = join(folder, 'generated');
      mkdirSync(generated);
      writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
      run(
        folder,
        'npm',
        'install',
        '--silent',
        '--no-audit',
        '--no-fund',
        'openapi-typescript@7.13.0',
        'openapi-fetch@0.17.0',
        'typescript@5.9.3',
      );
      run(folder, 'npx', 'openapi-typescript', 'openapi.json', '-o', 'generated/api.ts');
      writeFileSync(
        join(folder, 'call.ts'),
        `import createClient from 'openapi-fetch';
import type { paths } from './generated/api.ts';

const client = createClient<paths>({ baseUrl: '${url}' });
const body = { ...${JSON.stringify(PERSON)}, email: 'typescript@example.org' };
const { data, error } = await client.POST('/auth/signup/password', { body });
if (error) throw new Error(error.message);
const name: string = data.account.name;
if (name !== 'Ada') throw new Error(name);
`,
      );
      const checked = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext'];
      run(folder, 'npx', 'tsc', ...checked, '--allowImportingTsExtensions', '--skipLibCheck', 'call.ts');
      run(folder, process.execPath, 'call.ts');
      return generated;
    },
  },
  {
    name: 'Python (openapi-python-client)',
    needs: ['python3', '-m', 'venv', '--help'],
    check(folder, url) {
      run(folder, 'python3', '-m', 'venv', 'venv');
      run(folder, 'venv/bin/pip', 'install', '--quiet', 'openapi-python-client==0.29.1');
      run(
        folder,
        'venv/bin/openapi-python-client',
        'generate',
        '--path',
        'openapi.json',
        '--output-path',
        'generated',
      );
      const name = readdirSync(join(folder, 'generated')).find((one) => one.endsWith('_client')) ?? '';
      const modules = readdirSync(join(folder, 'generated', name), { recursive: true, encoding: 'utf8' });
      const tag = modules.find((one) => one.endsWith('/post_signup_password.py'))?.split('/')[1];
      writeFileSync(
        join(folder, 'generated', 'call.py'),
        `import inspect
from ${name} import Client
from ${name}.api.${tag} import post_signup_password
from ${name} import models

body_type = inspect.signature(post_signup_password.sync).parameters["body"].annotation
body = body_type.from_dict({"name": "Ada", "email": "python@example.org", "password": "Analytical-1"})
answer = post_signup_password.sync(client=Client(base_url="${url}"), body=body)
assert answer.account.name == "Ada", answer
`,
      );
      run(join(folder, 'generated'), '../venv/bin/python', 'call.py');
      return join(folder, 'generated');
    },
  },
  {
    name: 'Go (oapi-codegen)',
    needs: ['go', 'version'],
    check(folder, url) {
      const generated = join(folder, 'keyward');
      mkdirSync(generated);
      writeFileSync(join(folder, 'go.mod'), 'module example.org/caller\n\ngo 1.24\n');
      const generator = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2';
      writeFileSync(
        join(folder, 'config.yaml'),
        // The generator considers schemas unused if only webhooks use them, and would leave out what they refer to.
        'package: keyward\noutput: keyward/client.go\ngenerate: { models: true, client: true }\noutput-options: { skip-prune: true }\n',
      );
      run(folder, 'go', 'run', generator, '-config', 'config.yaml', 'openapi.json');
      writeFileSync(
        join(folder, 'main.go'),
        `package main

import (
	"context"

	"example.org/caller/keyward"
)

func main() {
	client, err := keyward.NewClientWithResponses("${url}")
	if err != nil {
		panic(err)
	}
	body := keyward.PostSignupPasswordJSONRequestBody{Name: "Ada", Email: "go@example.org", Password: "Analytical-1"}
	answer, err := client.PostSignupPasswordWithResponse(context.Background(), body)
	if err != nil {
		panic(err)
	}
	if answer.JSON200 == nil || answer.JSON200.Account.Name != "Ada" {
		panic(string(answer.Body))
	}
}
`,
      );
      run(folder, 'go', 'mod', 'tidy');
      run(folder, 'go', 'run', '.');
      return generated;
    },
  },
];

function run(cwd: string, command: string, ...args: readonly string[]): void {
  execFileSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
}

function isThere([command, ...args]: Language['needs']): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The size of the generated code, in files and lines. */
function sizeOf(folder: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((one) =>
    /\.(ts|py|go)$/.test(one),
  );
  const lines = files.flatMap((one) => readFileSync(join(folder, one), 'utf8').split('\n')).length;
  return `${files.length} files, ${lines} lines`;
}

/** Starts the service of this repository. @returns its address, and a function that stops it */
async function serve(folder: string): Promise<{ url: string; stop: () => Promise<unknown> }> {
  const child = spawn(process.execPath, [KEYWARD, 'serve', '--port', '0'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => void child.once('exit', resolve));
  let output = '';
  for await (const piece of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    output += String(piece);
    const url = /API +(\S+)\n/.exec(output)?.[1];
    if (url === undefined) continue;
    child.stdout.resume();
    return { url: new URL(url).origin, stop: () => (child.kill('SIGTERM'), ended) };
  }
  throw new Error(`the service did not start:\n${output}`);
}

const folder = mkdtempSync(join(tmpdir(), 'keyward-clients-'));
try {
  const description = execFileSync(process.execPath, [KEYWARD, 'openapi'], { cwd: folder });
  const { url, stop } = await serve(folder);
  try {
    for (const [index, { name, needs, check }] of LANGUAGES.entries()) {
      if (!isThere(needs)) {
        process.stdout.write(`${name}: skipped, because \`${needs.join(' ')}\` does not work here\n`);
        continue;
      }
      const own = join(folder, String(index));
      mkdirSync(own);
      writeFileSync(join(own, 'openapi.json'), description);
      process.stdout.write(`${name}: ${sizeOf(check(own, url))}; a call works\n`);
    }
  } finally {
    await stop();
  }
} finally {
  rmSync(folder, { recursive: true });
}
