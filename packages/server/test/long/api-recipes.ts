import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { recipeOf, tokensFor, walkThroughApi } from '../../../client/test/support/api-recipes.ts';
import { tempFolder } from '../support/at-exit.ts';
import { startKeyward } from '../support/keyward.ts';
import { freePort } from '../support/servers.ts';
import type { Part } from './part.ts';
import { goProgram, pythonWith, startProgram } from './toolchains.ts';

/** A recipe of the documentation: makes its program in a folder. @returns how it starts on a port */
function recipe(
  name: string,
  heading: string,
  make: (folder: string, code: string, port: number) => Promise<readonly [string, ...string[]]>,
): Part {
  return {
    name,
    about: `The recipe of the documentation for an API in ${heading}, with every kind of token`,
    limit: 10,
    async run(tell) {
      const temporary = tempFolder();
      try {
        await using keyward = await startKeyward('sqlite');
        const port = await freePort();
        const url = `http://127.0.0.1:${port}`;
        const about = { issuer: keyward.url, api: 'https://api.example.net' };
        tell('the program is made');
        const [command, ...args] = await make(temporary.path, recipeOf(heading, about), port);
        const tokens = await tokensFor(keyward, about);
        await using program = await startProgram(command, args, { cwd: temporary.path, url });
        const checked = await walkThroughApi((path, init) => fetch(url + path, init), about, tokens).catch(
          (error: unknown) => {
            throw new Error(program.output(), { cause: error });
          },
        );
        return { sent: checked, injected: '–', checked, lost: 0, worstMs: null, slopeKib: null };
      } finally {
        temporary.remove();
      }
    },
  };
}

export const fastApi = recipe('fastapi', 'FastAPI', async (folder, code, port) => {
  writeFileSync(join(folder, 'main.py'), code);
  const python = await pythonWith(folder, ['fastapi==0.165.0', 'uvicorn==0.54.0', 'pyjwt[crypto]==2.15.1']);
  return [python, '-m', 'uvicorn', 'main:app', '--host', '127.0.0.1', '--port', String(port)];
});

const IMPORTS = ['encoding/json', 'fmt', 'log', 'net/http', 'slices', 'strings'];
const MODULES = ['github.com/golang-jwt/jwt/v5', 'github.com/MicahParks/keyfunc/v3'];

export const goApi = recipe('go-api', 'Go', async (folder, code, port) => {
  const imports = [...IMPORTS, ...MODULES].map((path) => `\t"${path}"`).join('\n');
  const text = `package main\n\nimport (\n${imports}\n)\n\n${code.replace('127.0.0.1:3000', `127.0.0.1:${port}`)}`;
  writeFileSync(join(folder, 'main.go'), text);
  return [await goProgram(folder, [`${MODULES[0]}@v5.3.1`, `${MODULES[1]}@v3.9.1`])];
});
