import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Eta, type TemplateFunction } from 'eta';
import { systemCode } from '../../../config/error.ts';
import { PACKAGE } from '../../../package.ts';
import type { MailView } from './view.ts';

export interface Templates {
  render(view: MailView): Promise<{ html: string; text: string }>;
}

type Format = 'html' | 'txt';
/** All kinds of notices share one body. */
type Body = 'code' | 'link' | 'notice';
type Name = 'layout' | 'button' | Body;
type Choose = (name: Name, format: Format) => TemplateFunction | Promise<TemplateFunction>;

const OURS = fileURLToPath(new URL('templates/mail/', PACKAGE));

/** HTML escapes values. Plain text needs no escaping, and its line breaks matter. */
const ENGINES: Readonly<Record<Format, Eta>> = {
  html: new Eta({ autoEscape: true }),
  txt: new Eta({ autoEscape: false, autoTrim: false }),
};

/**
 * The templates of the mails: a button, a body with the button in it, and a layout around it, each as HTML and as text.
 * A file of the same name in `folder` replaces the built-in one and is read for each mail. If it fails, the built-in
 * one renders the mail.
 */
export function createTemplates(folder: string | null, report: (error: unknown) => void): Templates {
  const ours = new Map<string, TemplateFunction>();
  const replaced = new Map<string, { source: string; template: TemplateFunction }>();
  let lastProblem = '';

  function ourTemplate(name: Name, format: Format): TemplateFunction {
    const file = `${name}.${format}`;
    const known = ours.get(file) ?? ENGINES[format].compile(readFileSync(join(OURS, file), 'utf8'));
    ours.set(file, known);
    return known;
  }

  async function chosenTemplate(name: Name, format: Format): Promise<TemplateFunction> {
    const file = `${name}.${format}`;
    const source = folder === null ? null : await readIfThere(join(folder, file));
    if (source === null) return ourTemplate(name, format);
    const known = replaced.get(file);
    if (known?.source === source) return known.template;
    const template = ENGINES[format].compile(source);
    replaced.set(file, { source, template });
    return template;
  }

  async function renderOne(view: MailView, format: Format): Promise<string> {
    try {
      return await run(view, format, chosenTemplate);
    } catch (error) {
      if (folder === null) throw error;
      const problem = `a ${format} template for mails of the kind ${view.kind} failed, so the built-in one was used`;
      // Otherwise one broken file would be reported with every mail.
      if (problem !== lastProblem) report(new Error(problem, { cause: error }));
      lastProblem = problem;
      return run(view, format, ourTemplate);
    }
  }

  return {
    async render(view) {
      const [html, text] = [await renderOne(view, 'html'), await renderOne(view, 'txt')];
      return { html, text: `${text.replaceAll(/\n{3,}/g, '\n\n').trim()}\n` };
    },
  };
}

async function run(view: MailView, format: Format, choose: Choose): Promise<string> {
  const fill = async (name: Name, it: object) => (await choose(name, format)).call(ENGINES[format], it);
  const body: Body = view.kind === 'code' || view.kind === 'link' ? view.kind : 'notice';
  const buttonBlock = view.button === null ? '' : await fill('button', view);
  return fill('layout', { ...view, body: await fill(body, { ...view, buttonBlock }) });
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  }
}
