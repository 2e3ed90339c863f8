import { until } from '../../support/until.ts';
import { debianPrograms, end, missingPackages } from '../debian.ts';
import type { AnyBrowser } from './browser.ts';

const ANSWER_MS = 30_000;

/** Debian's Firefox ESR, by WebDriver BiDi (https://w3c.github.io/webdriver-bidi). */
export async function startFirefox(): Promise<AnyBrowser> {
  const programs = debianPrograms(missingPackages(['firefox-esr']));
  const child = programs.start(
    programs.path('usr/lib/firefox-esr/firefox-esr'),
    ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', programs.folder],
    'firefox.log',
  );
  const stop = async () => {
    await end(child);
    programs[Symbol.dispose]();
  };
  try {
    const address = () => /listening on (ws:\S+)/.exec(programs.log('firefox.log'))?.[1];
    await until(() => address() !== undefined, 'Firefox runs');
    const send = await bidi(`${address() ?? ''}/session`);
    const session = await send('session.new', { capabilities: {} });
    const { browserVersion } = Object(session['capabilities']);
    const tree = await send('browsingContext.getTree', {});
    const [first] = Array.isArray(tree['contexts']) ? tree['contexts'] : [];
    const { context } = Object(first);
    return {
      name: `Firefox ESR ${String(browserVersion)}`,
      async open(url) {
        await send('browsingContext.navigate', { context, url, wait: 'complete' });
      },
      async evaluate(expression) {
        const { result } = await send('script.evaluate', {
          expression: `String(${expression})`,
          target: { context },
          awaitPromise: true,
        });
        return String(Object(result).value);
      },
      [Symbol.asyncDispose]: stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Send = (method: string, params: object) => Promise<Record<string, unknown>>;

async function bidi(url: string): Promise<Send> {
  const socket = new WebSocket(url);
  const answers = new Map<number, (message: Record<string, unknown>) => void>();
  socket.addEventListener('message', ({ data }) => {
    const message: Record<string, unknown> = { ...Object(JSON.parse(String(data))) };
    answers.get(Number(message['id']))?.(message);
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error(`nothing answers at ${url}`)));
  });
  let last = 0;
  return async (method, params) => {
    const id = (last += 1);
    const answer = Promise.withResolvers<Record<string, unknown>>();
    answers.set(id, answer.resolve);
    socket.send(JSON.stringify({ id, method, params }));
    const timer = setTimeout(() => answer.reject(new Error(`${method}: no answer`)), ANSWER_MS);
    const { result, type, message } = await answer.promise.finally(() => clearTimeout(timer));
    if (type !== 'success') throw new Error(`${method}: ${String(message)}`);
    return { ...Object(result) };
  };
}
