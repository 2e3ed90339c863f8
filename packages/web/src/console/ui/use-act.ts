import { useMutation, useQueryClient } from '@tanstack/react-query';
import { notify } from './notices.tsx';

export interface Act<Input, Answer> {
  run: (input: Input) => Promise<Answer>;
  /** The lists and records that it changes, by the first parts of their keys. */
  changes: readonly string[];
  /** The message after a success. */
  done?: (answer: Answer, input: Input) => string;
}

/** The act of a button: runs it, shows the result or the error, and reloads the changed data. */
export function useAct<Input, Answer>({ run, changes, done }: Act<Input, Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: (answer, input) => {
      if (done !== undefined) notify(done(answer, input));
    },
    onError: (error) => notify(error.message),
    onSettled: () => Promise.all(changes.map((key) => client.invalidateQueries({ queryKey: [key] }))),
  });
}
