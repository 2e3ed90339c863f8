import assert from 'node:assert/strict';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { SignedUp, TestKeyward } from '../../support/keyward.ts';
import { addSuperadmin } from '../admin/admin.ts';
import { addApplication, configure, signInWith, type TestApplication } from '../oauth/flows.ts';

/** Turns the endpoint on, and adds an application. */
export async function turnMcpOn(keyward: TestKeyward): Promise<TestApplication> {
  const application = await addApplication(keyward, { name: 'Agent' });
  await configure(keyward, { mcp: true });
  return application;
}

/** An access token of a superadmin for the endpoint. */
export async function agentToken(
  keyward: TestKeyward,
  application: TestApplication,
  scope: string,
  who?: SignedUp,
): Promise<string> {
  const { token } = who ?? (await addSuperadmin(keyward));
  const given = await signInWith(keyward, application, token, { scope, resource: `${keyward.url}/mcp` });
  return given['access_token'] ?? '';
}

/** The client of the official SDK, by the current protocol or that of 2025. */
export async function connect(
  keyward: TestKeyward,
  token: string,
  era: 'modern' | 'legacy' = 'modern',
): Promise<Client & AsyncDisposable> {
  const mode = era === 'modern' ? { pin: '2026-07-28' } : ('legacy' as const);
  const client = new Client({ name: 'agent', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${keyward.url}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    }),
  );
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}

/** What a tool answers; the client has compared it with the schema. */
export async function use(
  client: Client,
  name: string,
  input: Record<string, unknown> = {},
): Promise<Record<string, unknown>> {
  const { isError, structuredContent, content } = await client.callTool({ name, arguments: input });
  assert.notEqual(isError, true, JSON.stringify(content));
  assert.ok(structuredContent !== undefined);
  return { ...Object(structuredContent) };
}

/** The message of a tool that refuses. */
export async function refusalOf(
  client: Client,
  name: string,
  input: Record<string, unknown>,
): Promise<string> {
  const { isError, content } = await client.callTool({ name, arguments: input });
  assert.equal(isError, true, JSON.stringify(content));
  const [first] = content;
  assert.ok(first?.type === 'text');
  return first.text;
}
