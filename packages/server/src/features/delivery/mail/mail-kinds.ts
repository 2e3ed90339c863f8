import type { Mail, NoticeKind } from './mail.ts';
import { english, type MailTexts } from './texts/english.ts';
import type { Purpose } from '../../../store/tables/codes.ts';
import { keysOf } from '../../../lib/keys-of.ts';

/** A mail as people name it: the purpose with `code` or `link`, or the kind of a notice. */
export type MailName = `${Purpose}_${'code' | 'link'}` | NoticeKind;

/** The texts of a mail that can be replaced. `text` has paragraphs with an empty line between them. */
export const PARTS = ['subject', 'heading', 'text', 'button', 'note'] as const;
export type Part = (typeof PARTS)[number];
export type MailParts = Readonly<Record<Part, string>>;

const NOTICES = keysOf(english.notices);
const PURPOSES = keysOf(english.codes);

/** All mails, codes first. */
export const MAIL_NAMES: readonly MailName[] = [
  ...PURPOSES.flatMap((purpose) => [`${purpose}_code`, `${purpose}_link`] as const),
  ...NOTICES,
];

/** Their advice explains the link that undoes the change, which they usually have. */
const WITH_UNDO: ReadonlySet<MailName> = new Set([
  'password_changed',
  'provider_linked',
  'factor_added',
  'recovery_codes_made',
  'mailbox_proven',
]);

export function nameOf(mail: Mail): MailName {
  return mail.kind === 'code' || mail.kind === 'link' ? `${mail.purpose}_${mail.kind}` : mail.kind;
}

/** The key of a mail in a language in the settings. */
export function editKey(name: MailName, language: string): string {
  return `${name}.${language}`;
}

/** The parts that can be replaced: not the label of a missing button, nor advice about a link. */
export function openParts(name: MailName): Part[] {
  const { button } = partsOf(english, name);
  return PARTS.filter(
    (part) => (part !== 'button' || button !== '') && (part !== 'note' || !WITH_UNDO.has(name)),
  );
}

export function partsOf(texts: MailTexts, name: MailName): MailParts {
  const code = codeOf(name);
  if (code === null) {
    const { subject, heading, paragraphs, button, notYou } = texts.notices[noticeOf(name)];
    return { subject, heading, text: paragraphs.join('\n\n'), button, note: notYou };
  }
  const own = texts.codes[code.purpose];
  const { button, notYou: note } = own;
  return code.isLink
    ? { subject: own.linkSubject, heading: own.linkHeading, text: own.linkIntro, button, note }
    : { subject: own.codeSubject, heading: own.codeHeading, text: own.codeIntro, button, note };
}

/** The texts of a language in which one mail has other parts. */
export function withParts(texts: MailTexts, name: MailName, edited: Partial<MailParts>): MailTexts {
  const { subject, heading, text, button, note: notYou } = { ...partsOf(texts, name), ...edited };
  const code = codeOf(name);
  if (code === null) {
    const notice = { subject, heading, paragraphs: paragraphsOf(text), button, notYou };
    return { ...texts, notices: { ...texts.notices, [noticeOf(name)]: notice } };
  }
  const own = code.isLink
    ? { linkSubject: subject, linkHeading: heading, linkIntro: text }
    : { codeSubject: subject, codeHeading: heading, codeIntro: text };
  const { purpose } = code;
  return {
    ...texts,
    codes: { ...texts.codes, [purpose]: { ...texts.codes[purpose], ...own, button, notYou } },
  };
}

export function paragraphsOf(text: string): string[] {
  return text.split('\n\n');
}

function codeOf(name: MailName): { purpose: Purpose; isLink: boolean } | null {
  const purpose = PURPOSES.find((one) => name === `${one}_code` || name === `${one}_link`);
  return purpose === undefined ? null : { purpose, isLink: name.endsWith('_link') };
}

function noticeOf(name: MailName): NoticeKind {
  const notice = NOTICES.find((one) => one === name);
  if (notice === undefined) throw new Error(`there is no notice ${name}`);
  return notice;
}
