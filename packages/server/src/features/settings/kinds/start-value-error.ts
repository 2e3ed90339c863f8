import type { Config } from '../../../config/config.ts';
import { ConfigError } from '../../../config/error.ts';
import { variablesOf } from '../../../config/sections.ts';
import { KeywardError } from '../../../errors.ts';

/** The error for the operator, when a value of the start breaks a rule of its section; any other error unchanged. */
export function startValueError({ given }: Config, section: string, error: unknown): unknown {
  if (!(error instanceof KeywardError)) return error;
  const [, field = '', remedy] = /^(\w+).*?: (.*)$/.exec(error.message) ?? [];
  const [variable = section] = variablesOf(section, field);
  const label = given.get(variable)?.label ?? variable;
  return new ConfigError(`${label}: ${(remedy ?? error.message).replace(/ Nothing was changed\.$/, '')}`);
}
