import type { Static, TObject } from 'typebox';
import type { Actor } from '../../../features/audit/actors/actor.ts';
import type { Scope } from '../../../features/audit/actors/scopes.ts';
import type { Documents } from '../../../features/operations/documents/documents.ts';
import type { Services } from '../../../services/services.ts';
import { callEndpoint } from '../../wire/call-endpoint.ts';
import type { CallableEndpoint } from '../../wire/endpoint/endpoint.ts';

/** The context of a tool call. */
export interface ToolContext {
  services: Services;
  /** Undefined where this instance serves no documentation. */
  documents: Documents | undefined;
  actor: Actor;
}

/** A tool for one job. */
export interface Tool {
  name: string;
  title: string;
  /** Agents choose tools by it. */
  description: string;
  /** The token or key must have all of them. */
  scopes: readonly Scope[];
  input: TObject;
  output: TObject;
  /** Agents ask their users before they call a destructive tool. */
  effect: 'reads' | 'destroys';
  /** @throws KeywardError, which the agent reads */
  run: (input: unknown, context: ToolContext) => Promise<unknown>;
}

type Defined<Input extends TObject, Output extends TObject> = Omit<Tool, 'input' | 'output' | 'run'> & {
  input: Input;
  output: Output;
  run: (input: Static<Input>, context: ToolContext) => Promise<Static<Output>>;
};

/** Defines a tool, typed by its schemas. */
export function tool<Input extends TObject, Output extends TObject>(defined: Defined<Input, Output>): Tool;
export function tool(defined: Tool): Tool {
  return defined;
}

/** Calls an endpoint as the agent. @throws KeywardError as its route */
export function call<Input, Output>(
  { services, actor }: ToolContext,
  endpoint: CallableEndpoint<Input, Output>,
  input: { [Name in keyof Input]?: Input[Name] | undefined },
): Promise<Output> {
  return callEndpoint(services, endpoint, input, actor);
}
