import { isServiceError } from '../../service/service.ts';

/** An error about a field, or about a part of it. */
export interface Problem {
  /** The path within the field, as `0.name`. */
  part: string | undefined;
  message: string;
}

export type SectionProblems = Readonly<Record<string, readonly Problem[]>>;

/** The service's errors by field. */
export function problemsOf(error: unknown): SectionProblems {
  const fields = isServiceError(error) ? (error.details?.fields ?? []) : [];
  const found: Record<string, Problem[]> = {};
  for (const { path, message } of fields) {
    const [root = path, part] = path.split(/\.(.*)/s);
    (found[root] ??= []).push({ part, message });
  }
  return found;
}

/** @param problems none: undefined @param line says in which line of a list the problem is */
export function inOneText(
  problems: readonly Problem[],
  line: (number: number, message: string) => string,
): string | undefined {
  if (problems.length === 0) return undefined;
  return problems
    .map(({ part, message }) => {
      if (part === undefined) return message;
      return /^\d+(\.|$)/.test(part) ? line(Number.parseInt(part, 10) + 1, message) : `${part}: ${message}`;
    })
    .join('. ');
}
