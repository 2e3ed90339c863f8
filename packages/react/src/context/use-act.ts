import type { CallOptions, Result } from '@keyward/client';
import { createContext, useContext, useRef, useState } from 'react';
import { useKeyward } from './context.tsx';
import { NO_PROBLEM, type Problem, problemOf } from './errors.ts';

export interface Act {
  /** The name of what runs, or null. */
  busy: string | null;
  problem: Problem;
  setProblem: (problem: Problem) => void;
  /**
   * Runs one call at a time, and shows its failure.
   * @param call receives what it must pass on to the client: the answer of a captcha
   * @param needsCaptcha whether the call always needs a captcha if the service has one
   * @returns the answer; null if another one runs, or if the person gave up
   */
  run: <Data>(
    name: string,
    call: (options: CallOptions) => Promise<Result<Data>>,
    needsCaptcha?: boolean,
  ) => Promise<Result<Data> | null>;
}

/** Runs a call. If the service requires reauthentication, asks the person for it and runs the call again. */
export type Guard = <Data>(call: () => Promise<Result<Data>>) => Promise<Result<Data>>;

/** Wraps every call of {@link useAct}, so that buttons need not handle reauthentication. */
export const GuardContext = createContext<Guard>((call) => call());

/** One form's calls. @param fields the names of its fields */
export function useAct(...fields: string[]): Act {
  const { texts, solveCaptcha } = useKeyward();
  const guard = useContext(GuardContext);
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem>(NO_PROBLEM);
  const running = useRef(false);

  async function answer<Data>(
    call: (options: CallOptions) => Promise<Result<Data>>,
    needsCaptcha: boolean,
  ): Promise<Result<Data> | null> {
    if (!needsCaptcha || solveCaptcha === null) {
      const result = await guard(() => call({}));
      if (result.error?.kind !== 'CaptchaRequiredError' || solveCaptcha === null) return result;
    }
    const captchaToken = await solveCaptcha();
    return captchaToken === null ? null : guard(() => call({ captchaToken }));
  }

  async function run<Data>(
    name: string,
    call: (options: CallOptions) => Promise<Result<Data>>,
    needsCaptcha = false,
  ): Promise<Result<Data> | null> {
    if (running.current) return null;
    running.current = true;
    setBusy(name);
    setProblem(NO_PROBLEM);
    const result = await answer(call, needsCaptcha);
    if (result?.error) setProblem(problemOf(result.error, texts, fields));
    running.current = false;
    setBusy(null);
    return result;
  }

  return { busy, problem, setProblem, run };
}
