import type { Result } from '@keyward/client';
import { useRef, useState } from 'react';
import { useKeyward } from './context.tsx';
import { NO_PROBLEM, type Problem, problemOf } from './errors.ts';

export interface Act {
  /** The name of what runs, or null. */
  busy: string | null;
  problem: Problem;
  setProblem: (problem: Problem) => void;
  /** Runs one call at a time, and shows its failure. @returns the answer; null if another one runs */
  run: <Data>(name: string, call: () => Promise<Result<Data>>) => Promise<Result<Data> | null>;
}

/** One form's calls. @param fields the names of its fields */
export function useAct(...fields: string[]): Act {
  const { texts } = useKeyward();
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem>(NO_PROBLEM);
  const running = useRef(false);

  async function run<Data>(name: string, call: () => Promise<Result<Data>>): Promise<Result<Data> | null> {
    if (running.current) return null;
    running.current = true;
    setBusy(name);
    setProblem(NO_PROBLEM);
    const result = await call();
    if (result.error) setProblem(problemOf(result.error, texts, fields));
    running.current = false;
    setBusy(null);
    return result;
  }

  return { busy, problem, setProblem, run };
}
