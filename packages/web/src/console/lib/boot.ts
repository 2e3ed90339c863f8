import type { Boot } from '../../../../server/src/http/web/boot.ts';

/** What the service wrote into the page. @throws Error on a page that is not the service's */
export function readBoot(): Boot {
  const text = document.getElementById('keyward')?.textContent;
  if (!text) throw new Error('The page lacks the element #keyward, which the service writes.');
  return JSON.parse(text);
}

export const boot = readBoot();

/** For style elements that components add; the policy of the page admits them by it alone. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? '';
