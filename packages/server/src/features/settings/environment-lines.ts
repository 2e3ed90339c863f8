import { asText } from '../../config/start-settings.ts';
import { variablesFor } from './overridden-settings.ts';
import { KEPT, type Some } from './kinds/section-kind.ts';
import type { Section } from './section.ts';

/**
 * The settings of the start that give a section these values, as lines of a `.env` file. A value without a
 * text, such as null, has no line. A secret is replaced by its field's name in angle brackets.
 * @param values with secrets masked
 */
export function environmentLines({ id, fields }: Pick<Section, 'id' | 'fields'>, values: Some): string[] {
  const texts = id === 'email' ? mailTexts(values) : new Map<string, string>();
  for (const field of Object.keys(fields)) {
    const [variable] = variablesFor(id, field);
    if (variable === undefined || texts.has(variable)) continue;
    const value = values[field];
    texts.set(variable, value === KEPT ? `<${field}>` : asText(value));
  }
  return [...texts].filter(([, text]) => text !== '').map(([name, text]) => `${name}=${quoted(text)}`);
}

/** The variables that more than one field of the mail server depends on. */
function mailTexts(values: Some): Map<string, string> {
  const [host, username, sender, name] = ['host', 'username', 'sender', 'sender_name'].map((field) =>
    asText(values[field]),
  );
  const password = values['password'] === KEPT ? ':PASSWORD' : '';
  const user = username === '' ? '' : `${encodeURIComponent(username ?? '')}${password}@`;
  const at = host?.includes(':') === true ? `[${host}]` : host;
  // The start requires both or neither.
  return new Map([
    ['KEYWARD_SMTP_URL', host === '' ? '' : `smtp://${user}${at}:${String(values['port'])}`],
    ['KEYWARD_MAIL_FROM', host === '' ? '' : name === '' ? (sender ?? '') : `${name} <${sender}>`],
  ]);
}

/** Quoted for shells and readers of `.env` files. */
function quoted(text: string): string {
  if (/^[\w@%+:,./-]*$/.test(text)) return text;
  const quote = ["'", '"', '`'].find((one) => !text.includes(one)) ?? "'";
  return quote + text + quote;
}
