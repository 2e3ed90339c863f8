import type { Boot } from '../../../../server/src/http/web/boot.ts';

/** The data that the service wrote into the page. @throws Error on a page that is not the service's */
export function readBoot(): Boot {
  const text = document.getElementById('keyward')?.textContent;
  if (!text) throw new Error('The page lacks the element #keyward, which the service writes.');
  return JSON.parse(text);
}

export const boot = readBoot();

/** The nonce for style elements that components add, which the page's policy requires. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? '';
