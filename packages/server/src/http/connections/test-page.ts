import type { FastifyReply } from 'fastify';
import type { TestOutcome } from '../../features/connections/outcome.ts';
import { replace } from '../../features/delivery/texts/own-texts.ts';
import { preferredLanguage } from '../../lib/accept-language.ts';
import { baseLanguage } from '../../lib/languages.ts';
import { escapeHtml } from '../../lib/escape-html.ts';
import { brandingOf, logoOrigin } from '../web/branding.ts';
import { builtWeb } from '../web/built-web.ts';
import { standingPage } from '../web/page.ts';
import { pagePolicy } from '../web/policy.ts';
import type { PublicContext } from '../wire/endpoint/endpoint.ts';
import { pageHeaders } from '../wire/headers.ts';
import { TEST_TEXTS } from './test-texts/languages.ts';
import type { TestTexts } from './test-texts/test-texts.ts';

/** Shows the outcome of a test to the browser that ran it. */
export async function sendOutcome(
  { services, client, reply }: PublicContext,
  outcome: TestOutcome,
): Promise<FastifyReply> {
  const language = preferredLanguage(client.languages, services.texts.languages);
  const texts = textsOf(services, language);
  const { passed, passedText, failed, failures, otherFailure } = texts;
  const { failure } = outcome;
  const web = await builtWeb();
  const logo = logoOrigin(services);
  const boot = {
    language,
    webPath: new URL(services.pagesUrl()).pathname.replace(/\/$/, ''),
    branding: brandingOf(services),
  };
  return reply
    .code(200)
    .headers({
      ...pageHeaders(pagePolicy({ pictures: logo === null ? [] : [logo] })),
      'content-language': language,
      vary: 'accept-language',
    })
    .send(
      standingPage({
        boot,
        title: failure === null ? passed : failed,
        text: escapeHtml(failure === null ? passedText : (failures[failure.code] ?? otherFailure)),
        styles: web?.entries.pages.styles ?? [],
        more: details(outcome, texts),
      }),
    );
}

const CHECK =
  '<svg class="kw-icon kw-good" viewBox="0 0 24 24" width="18" height="18" fill="none" stroke="currentColor" stroke-width="1.75" aria-hidden="true"><path d="M5 12.5l4.5 4.5L19 7.5"/></svg>';

/** The operator may replace them with those of the portal. */
function textsOf({ texts }: PublicContext['services'], language: string): TestTexts {
  const portal = texts.pages(language)?.['portal'];
  const own = typeof portal === 'object' ? portal['test'] : undefined;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the service has compared each key
  return replace(TEST_TEXTS[baseLanguage(language)], own) as TestTexts;
}

function details(outcome: TestOutcome, texts: TestTexts): string {
  const { failure, verified, attributes, person, received } = outcome;
  const rules = verified.map(
    (rule) => `<li>${CHECK}<span>${escapeHtml(texts.rules[rule] ?? rule)}</span></li>`,
  );
  const rows = attributes.map(({ name, values, field }) => ({
    name,
    value: values.join(', '),
    field: field === null ? '' : texts.fields[field],
  }));
  const roles =
    person === null
      ? ''
      : `<div><dt>${texts.roles}</dt><dd>${escapeHtml(person.roles.join(', '))}</dd></div>`;
  return [
    failure === null
      ? ''
      : `<div class="kw-boxed">${texts.detail} <code>${escapeHtml(`${failure.code}: ${failure.message}`)}</code></div>`,
    person === null || person.email === null || person.email_in_domain
      ? ''
      : `<div class="kw-boxed">${texts.outsideDomain}</div>`,
    rules.length === 0
      ? ''
      : `<section><h2>${texts.verified}</h2><ul class="kw-outcomes">${rules.join('')}</ul></section>`,
    rows.length === 0
      ? ''
      : `<section><h2>${texts.attributes}</h2><dl class="kw-facts">${rows.map(rowOf).join('')}${roles}</dl></section>`,
    received === null
      ? ''
      : `<details><summary>${texts.received}</summary><pre class="kw-raw">${escapeHtml(received)}</pre></details>`,
    `<p class="kw-hint">${texts.close}</p>`,
  ].join('\n');
}

function rowOf({ name, value, field }: { name: string; value: string; field: string }): string {
  const badge = field === '' ? '' : ` <span class="kw-badge">${escapeHtml(field)}</span>`;
  return `<div><dt><code>${escapeHtml(name)}</code>${badge}</dt><dd>${escapeHtml(value)}</dd></div>`;
}
