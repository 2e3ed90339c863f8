import type { Boot } from '../../../server/src/http/web/boot.ts';

/** Reads the data that the service wrote into the page. */
export function readBoot(): Boot {
  return JSON.parse(document.getElementById('keyward')?.textContent ?? '{}');
}
