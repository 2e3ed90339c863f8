import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflate } from '@sparticuz/chromium';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';

/** The Chromium that npm brings is for this platform alone. */
export const HAS_BROWSER = process.platform === 'linux' && process.arch === 'x64';

const PACKAGE = new URL('../', import.meta.resolve('@sparticuz/chromium'));

/**
 * Unpacks Chromium, and the libraries that a bare machine lacks, beside the installed packages. Takes 5 s once.
 * @returns the folder
 */
async function unpacked(): Promise<string> {
  const cache = fileURLToPath(new URL('../../.cache/', PACKAGE));
  const { default: facts } = await import(new URL('package.json', PACKAGE).href, { with: { type: 'json' } });
  const folder = join(cache, `chromium-${String(facts.version)}`);
  if (existsSync(folder)) return folder;
  await mkdir(cache, { recursive: true });
  // In a folder of its own first: somebody else may be unpacking too.
  const own = await mkdtemp(join(cache, 'unpacking-'));
  const before = process.env['TMPDIR'];
  // The only way to tell the package where to.
  process.env['TMPDIR'] = own;
  try {
    const archives = ['chromium.br', 'fonts.tar.br', 'al2023.tar.br'];
    await Promise.all(archives.map((name) => inflate(fileURLToPath(new URL(`bin/${name}`, PACKAGE)))));
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
  // The package's own names folders of other machines. Without a single font, the first form ends the browser.
  const fonts = `<fontconfig><dir>${join(folder, 'fonts')}</dir></fontconfig>\n`;
  await writeFile(join(own, 'fonts', 'fonts.conf'), fonts);
  await rename(own, folder).catch(() => rm(own, { recursive: true }));
  return folder;
}

/** Starts a browser; it must be closed. */
export async function startBrowser(): Promise<Browser> {
  const folder = await unpacked();
  return chromium.launch({
    executablePath: join(folder, 'chromium'),
    // Where the tests run as root there is no sandbox; the pages are our own. Without a GPU, its emulation takes a third
    // of the processor time.
    args: ['--no-sandbox', '--disable-gpu'],
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
      FONTCONFIG_PATH: join(folder, 'fonts'),
    },
  });
}

/** An authenticator of Chromium's, as a part of this machine. */
export interface Authenticator {
  cdp: CDPSession;
  authenticatorId: string;
  /** Whether the person touches it as soon as it asks; from the next request on. Default: true */
  touches(enabled: boolean): Promise<unknown>;
}

/** @param options.verifies whether it verifies its user, as by a fingerprint */
export async function authenticatorOf(
  page: Page,
  { verifies }: { verifies: boolean },
): Promise<Authenticator> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: verifies,
      isUserVerified: verifies,
    },
  });
  return {
    cdp,
    authenticatorId,
    touches: (enabled) => cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  };
}
