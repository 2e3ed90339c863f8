import {
  createMcpHandler,
  fromJsonSchema,
  type JsonSchemaType,
  type jsonSchemaValidator,
  McpServer,
  type ScopeChallengeHandler,
} from '@modelcontextprotocol/server';
import type { TObject } from 'typebox';
import { KeywardError } from '../../errors.ts';
import { version } from '../../package.ts';
import { asKeywardError } from '../wire/error-response.ts';
import { problemsOf } from '../wire/schema-compilers.ts';
import { validationFields } from '../wire/validation.ts';
import type { Tool, ToolContext } from './tools/tool.ts';
import { TOOLS } from './tools/tools.ts';

/* The official SDK's server of the Model Context Protocol. Imported at its first use. */

/** A request of an authenticated agent. */
export interface AgentCall {
  context: ToolContext;
  token: string;
  clientId: string;
  scopes: readonly string[];
  resource: URL;
}

const INSTRUCTIONS =
  'Administers a Keyward, a service in which people sign in to applications. Before you suspend an account, end sessions or change settings, tell the person what you are going to do.';

const EFFECTS = {
  reads: { readOnlyHint: true, openWorldHint: false },
  destroys: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
} satisfies Record<Tool['effect'], object>;

/** Uses the validators of HTTP requests, so that the messages are the same. */
const validator: jsonSchemaValidator = {
  getValidator: (schema) => (value) => {
    const problems = validationFields(problemsOf(schema, value));
    const [first] = problems;
    // The SDK expects the type that its caller names.
    return first === undefined
      ? { valid: true, data: Object(value), errorMessage: undefined }
      : { valid: false, data: undefined, errorMessage: `${first.path} ${first.message}` };
  },
};

const schemaOf = (schema: TObject) => fromJsonSchema(asJson(schema), validator);

/** A copy without the symbols of the schema builder. */
function asJson(schema: TObject): JsonSchemaType {
  return JSON.parse(JSON.stringify(schema));
}

const REGISTERED = TOOLS.map((tool) => ({
  tool,
  input: schemaOf(tool.input),
  output: schemaOf(tool.output),
}));

/** Requests the scopes of the token together with the missing ones, because the new token replaces the old one. */
function challengeFor({ scopes }: Tool): ScopeChallengeHandler {
  return ({ authInfo }) => {
    const held = authInfo?.scopes ?? [];
    const [first, ...others] = new Set([...held, ...scopes]);
    const missing = scopes.some((scope) => !held.includes(scope));
    return missing && first !== undefined
      ? { scopes: [first, ...others], errorDescription: `This tool needs ${scopes.join(' ')}` }
      : undefined;
  };
}

function serverFor({ context }: AgentCall): McpServer {
  const server = new McpServer(
    { name: 'keyward', title: 'Keyward', version: version() },
    { instructions: INSTRUCTIONS, capabilities: { tools: { listChanged: false } } },
  );
  for (const { tool, input, output } of REGISTERED) {
    const { name, title, description, effect } = tool;
    server.registerTool(
      name,
      {
        title,
        description,
        inputSchema: input,
        outputSchema: output,
        annotations: { title, ...EFFECTS[effect] },
        scopeChallenge: challengeFor(tool),
      },
      async (given) => {
        const found = await run(tool, given, context);
        return found instanceof KeywardError
          ? { isError: true, content: [{ type: 'text', text: found.message }] }
          : { content: [{ type: 'text', text: JSON.stringify(found) }], structuredContent: Object(found) };
      },
    );
  }
  return server;
}

/** Returns errors of the catalogue, whose messages agents may read. Unexpected errors are reported instead. */
async function run(tool: Tool, given: unknown, context: ToolContext): Promise<unknown> {
  try {
    return await tool.run(given, context);
  } catch (thrown) {
    const error = asKeywardError(thrown);
    if (error.kind === 'InternalError' && thrown !== error) context.services.report(thrown, 'mcp');
    return error;
  }
}

/** Answers a request. Each request has its own server, because there are no sessions. */
export async function answerAgent(call: AgentCall, request: Request, parsedBody: unknown): Promise<Response> {
  const { token, clientId, scopes, resource } = call;
  const handler = createMcpHandler(() => serverFor(call), {
    legacy: 'stateless',
    // The tools never change, so there is nothing to subscribe to.
    maxSubscriptions: 0,
    keepAliveMs: 0,
    onerror: () => {},
  });
  return handler.fetch(request, {
    authInfo: { token, clientId, scopes: [...scopes], resource },
    parsedBody,
  });
}
