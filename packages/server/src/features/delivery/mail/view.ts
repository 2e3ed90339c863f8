import { contrast, readableOn } from '../../../lib/contrast.ts';
import { directionOf } from '../../../lib/languages.ts';
import { isWebUrl, oneLine } from '../../../lib/text.ts';
import type { FirstProof, MailContent, SignUpOrigin } from './mail.ts';
import { paragraphsOf } from './mail-kinds.ts';
import type { MailTexts } from './texts/english.ts';

/** The variable `it` of a template: the whole content of a mail, as plain text in one language. */
export interface MailView {
  kind: MailContent['kind'];
  language: string;
  /** Of its script. */
  direction: 'ltr' | 'rtl';
  /** The name of the service, from the branding or else from the sender. */
  product: string;
  /** The colour of the bar and the button, as `#rrggbb`. */
  brand: string;
  /** A text colour that is readable on it. */
  onBrand: string;
  /** A link colour that is readable on white. */
  link: string;
  subject: string;
  heading: string;
  greeting: string;
  paragraphs: string[];
  /** Six digits; empty in notices. */
  code: string;
  /** Null without a link. Always http or https. */
  button: { label: string; url: string } | null;
  /** The lifetime of the code, and a warning not to pass it on. */
  validity: string;
  /** The word between the code and the button. */
  or: string;
  /** The line above the link as text. */
  linkHint: string;
  /** The time and the origin of the event, in notices. */
  details: { label: string; value: string }[];
  /** The advice if it was somebody else. */
  notYou: string;
  footer: string;
}

/** White text on it has a contrast of 6.6 : 1. */
const BRAND = '#2b54c4';

/** Used where the brand's colour is too light for white text. */
const INK = '#171a20';
/** WCAG 2.2 §1.4.3. */
const READABLE = 4.5;

/**
 * @param product plain text of one line
 * @param colour of the brand, as `#rrggbb`; empty: Keyward's
 */
export function viewOf(mail: MailContent, texts: MailTexts, product: string, colour = ''): MailView {
  const { language } = texts;
  const name = mail.name === null ? null : greetable(mail.name);
  const fill: Fill = (text, values = {}) =>
    // One pass: braces within a value are not replaced.
    text.replaceAll(/\{(\w+)\}/g, (all, key: string) => ({ product, ...values })[key] ?? all);

  const brand = colour === '' ? BRAND : colour;
  const common = {
    kind: mail.kind,
    language,
    direction: directionOf(language),
    product,
    brand,
    onBrand: readableOn(brand),
    link: contrast(brand, '#ffffff') >= READABLE ? brand : INK,
    greeting: name === null ? texts.greetingWithoutName : fill(texts.greeting, { name }),
    linkHint: texts.linkHint,
    footer: fill(texts.footer),
  };

  if (mail.kind === 'code' || mail.kind === 'link') {
    const own = texts.codes[mail.purpose];
    const minutes = new Intl.NumberFormat(language, { style: 'unit', unit: 'minute', unitDisplay: 'long' });
    const [subject, heading, intro, validity, or] =
      mail.kind === 'code'
        ? [own.codeSubject, own.codeHeading, own.codeIntro, texts.codeValidity, texts.orButton]
        : [own.linkSubject, own.linkHeading, own.linkIntro, texts.linkValidity, texts.orCode];
    return {
      ...common,
      subject: fill(subject),
      heading: fill(heading),
      paragraphs: paragraphsOf(intro).map((paragraph) => fill(paragraph)),
      code: mail.code,
      button: buttonFor(own.button, mail.link),
      validity: `${fill(validity, { minutes: minutes.format(mail.minutes) })} ${fill(texts.secrecy)}`,
      or,
      details: [],
      notYou: 'unasked' in mail && mail.unasked ? '' : own.notYou,
    };
  }

  const own = texts.notices[mail.kind];
  const undo = 'undo' in mail ? (mail.undo ?? null) : null;
  const notYou =
    mail.kind !== 'mailbox_proven'
      ? texts.undo.change
      : mail.earlierUntil === null
        ? texts.undo.account
        : texts.undo.earlier;
  const values = {
    newEmail: 'newEmail' in mail ? mail.newEmail : '',
    until: undo !== null ? utc(undo.until, language) : 'until' in mail ? utc(mail.until, language) : '',
    webhook: 'webhook' in mail ? oneLine(mail.webhook) : '',
    organization: 'organization' in mail ? unlinked(mail.organization) : '',
    connection: 'connection' in mail ? unlinked(mail.connection) : '',
    domain: 'domain' in mail ? oneLine(mail.domain) : '',
    factor: 'factor' in mail ? texts.factors[mail.factor] : '',
    key: 'key' in mail ? unlinked(mail.key) : '',
    reason: 'reason' in mail ? oneLine(mail.reason) : '',
    left: 'left' in mail ? String(mail.left) : '',
    // Members of an organization choose the names of its connections.
    provider: 'provider' in mail ? unlinked(mail.provider) : '',
    providers: mail.kind === 'password_reset' ? list(mail.providers.map(oneLine), language) : '',
  };
  return {
    ...common,
    subject: fill(own.subject, values),
    heading: fill(own.heading, values),
    paragraphs: [
      ...own.paragraphs.map((paragraph) => fill(paragraph, values)),
      ...(mail.kind === 'mailbox_proven' ? provenParagraphs(mail, texts, fill) : []),
      ...(mail.kind === 'password_changed' ? applicationParagraph(mail.applications, texts, fill) : []),
    ],
    code: '',
    button:
      undo === null
        ? buttonFor(fill(own.button), 'link' in mail ? mail.link : null)
        : buttonFor(texts.undo.button, undo.link),
    validity: '',
    or: '',
    details: [
      ...('at' in mail ? [{ label: texts.when, value: utc(mail.at, language) }] : []),
      // The service also deletes accounts without a request.
      ...('ipAddress' in mail && mail.ipAddress !== ''
        ? [{ label: texts.ipAddress, value: mail.ipAddress }]
        : []),
    ],
    notYou: fill(undo === null ? own.notYou : notYou, values),
  };
}

type Fill = (text: string, values?: Record<string, string>) => string;

/** Mails stay short, however many sessions or applications there are. */
const MOST_NAMED = 5;

/** The first items of a list, and the number of the others. */
function firstOf(
  items: readonly string[],
  { more, language }: Pick<MailTexts, 'more' | 'language'>,
  fill: Fill,
): string {
  const named = items.slice(0, MOST_NAMED);
  const left = items.length - named.length;
  return list(left > 0 ? [...named, fill(more, { count: String(left) })] : named, language);
}

/** Applications that keep access after a change of the password. */
function applicationParagraph(names: readonly string[] = [], texts: MailTexts, fill: Fill): string[] {
  if (names.length === 0) return [];
  return [fill(texts.keptApplications, { applications: firstOf(names.map(unlinked), texts, fill) })];
}

/** Sessions are named by time and address alone: anybody can choose the name that a browser sends. */
function provenParagraphs(
  { password, sessions, removed, opened, earlierUntil }: FirstProof,
  texts: MailTexts,
  fill: Fill,
): string[] {
  const { proven, language } = texts;
  const described = sessions.map(({ created_at, ip_address }) =>
    fill(proven.session, { when: utc(created_at, language), ipAddress: ip_address }),
  );
  return [
    ...(earlierUntil === null ? [] : [fill(proven.earlier, { until: utc(earlierUntil, language) })]),
    ...(opened === null ? [] : [originParagraph(opened, { proven, language }, fill)]),
    ...(password ? [fill(proven.password)] : []),
    ...(described.length > 0 ? [fill(proven.sessions, { sessions: firstOf(described, texts, fill) })] : []),
    ...(removed.length > 0
      ? [
          fill(proven.removed, {
            removed: list(
              removed.map((credential) => proven.credentials[credential]),
              language,
            ),
          }),
        ]
      : []),
  ];
}

function originParagraph(
  { name, at, ipAddress, browser, system }: SignUpOrigin,
  { proven, language }: Pick<MailTexts, 'proven' | 'language'>,
  fill: Fill,
): string {
  const device = [browser, system].filter((part) => part !== null);
  const known = [
    fill(proven.openedAt, { when: utc(at, language) }),
    ...(greetable(name) === null ? [] : [fill(proven.openedBy, { name: oneLine(name) })]),
    ...(device.length === 0 ? [] : [fill(proven.openedWith, { device: device.join(', ') })]),
    ...(ipAddress === null ? [] : [fill(proven.openedFrom, { ipAddress })]),
  ];
  return fill(proven.opened, { opening: known.join(', ') });
}

function list(items: readonly string[], language: string): string {
  return new Intl.ListFormat(language).format(items);
}

const MAX_NAME = 60;
/** Text that mail programs turn into a link (a scheme, an address, `example.com`), and characters that reverse text. */
const MISLEADING = /[/:@\\]|\.\p{L}|[\u202a-\u202e\u2066-\u2069]/u;

/**
 * The name for the greeting. Anybody can open an account with somebody else's address and a name of their choice. So a
 * name that would show as a link or as a message of its own is left out.
 */
function greetable(name: string): string | null {
  const plain = oneLine(name);
  return plain === '' || plain.length > MAX_NAME || MISLEADING.test(plain) ? null : plain;
}

/**
 * The name of an application or an organization, changed so that no mail program makes a link of it: anybody may choose
 * it.
 */
function unlinked(name: string): string {
  const plain = name.replaceAll(/[/:@\\\u202a-\u202e\u2066-\u2069]/gu, ' ').replaceAll(/\.(?=\p{L})/gu, '. ');
  return oneLine(plain.replaceAll(/\s+/g, ' ')) || '…';
}

function buttonFor(label: string, url: string | null): MailView['button'] {
  return url !== null && isWebUrl(url) ? { label, url } : null;
}

function utc(at: number, language: string): string {
  const format = new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return `${format.format(at)} UTC`;
}
