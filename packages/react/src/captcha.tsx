import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { Captcha, SolveCaptcha } from './context/context.tsx';
import { Button } from './parts/button.tsx';
import { Dialog } from './parts/dialog.tsx';
import { Notice } from './parts/notice.tsx';
import type { Texts } from './texts/en.ts';

/** The common interface of the three providers. */
interface Widget {
  render(
    place: HTMLElement,
    options: { sitekey: string; callback: (token: string) => void; 'error-callback': () => void },
  ): unknown;
  ready?(callback: () => void): void;
}

/** The global object and the script of each provider. */
const WIDGETS = {
  turnstile: ['turnstile', 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'],
  hcaptcha: ['hcaptcha', 'https://js.hcaptcha.com/1/api.js?render=explicit'],
  recaptcha: ['grecaptcha', 'https://www.google.com/recaptcha/api.js?render=explicit'],
} as const satisfies Record<Captcha['provider'], readonly [string, string]>;

/** @returns a function that asks for the captcha (null without one), and the element to show */
export function useCaptcha(
  captcha: Captcha | null,
  texts: Texts,
): { solveCaptcha: SolveCaptcha | null; question: ReactNode } {
  const [answer, setAnswer] = useState<{ give: (token: string | null) => void } | null>(null);
  const solve = useCallback(
    () =>
      new Promise<string | null>((resolve) => {
        const give = (token: string | null) => {
          setAnswer(null);
          resolve(token);
        };
        setAnswer({ give });
      }),
    [],
  );
  if (captcha === null) return { solveCaptcha: null, question: null };
  const question = answer && <Question captcha={captcha} texts={texts} onAnswer={answer.give} />;
  return { solveCaptcha: solve, question };
}

interface QuestionProps {
  captcha: Captcha;
  texts: Texts;
  onAnswer: (token: string | null) => void;
}

function Question({ captcha: { provider, siteKey }, texts, onAnswer }: QuestionProps): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let gone = false;
    const fail = () => {
      if (!gone) setFailed(true);
    };
    const show = async () => {
      const widget = await load(provider);
      if (!gone && place.current !== null)
        widget.render(place.current, { sitekey: siteKey, callback: onAnswer, 'error-callback': fail });
    };
    void show().catch(fail);
    return () => {
      gone = true;
    };
  }, [provider, siteKey, onAnswer]);
  return (
    <Dialog title={texts.captcha.title} onClose={() => onAnswer(null)}>
      {failed && <Notice kind="problem">{texts.captcha.failed}</Notice>}
      <div className="kw-captcha" ref={place} />
      <Button kind="quiet" onClick={() => onAnswer(null)}>
        {texts.cancel}
      </Button>
    </Dialog>
  );
}

const loading = new Map<string, Promise<Widget>>();

/** Loads the script of a provider once. */
function load(provider: Captcha['provider']): Promise<Widget> {
  const [name, address] = WIDGETS[provider];
  const begun = loading.get(name);
  if (begun !== undefined) return begun;
  const loaded = new Promise<Widget>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.addEventListener('error', () => {
      loading.delete(name);
      reject(new Error(`${address} did not load`));
    });
    script.addEventListener('load', () => {
      const widget = widgetOf(name);
      // Only the script of this provider loads another script.
      if (provider === 'recaptcha' && widget.ready !== undefined) widget.ready(() => resolve(widget));
      else resolve(widget);
    });
    document.head.append(script);
  });
  loading.set(name, loaded);
  return loaded;
}

function widgetOf(name: string): Widget {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the provider's script has set it
  return (globalThis as unknown as Record<string, Widget>)[name] as Widget;
}
