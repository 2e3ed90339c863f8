import { isServiceError } from './service.ts';

/** The service's errors, by the field's name; those of a part also by its path, such as `oidc.issuer`. */
export type FieldProblems = Readonly<Record<string, string | undefined>>;

/** Errors about one field that do not name it. */
const FIELD_OF: FieldProblems = {
  EmailAlreadyExistsError: 'email',
  HandleAlreadyExistsError: 'handle',
  PhoneAlreadyExistsError: 'phone',
  ExternalIdAlreadyExistsError: 'external_id',
  SlugTakenError: 'slug',
  WeakPasswordError: 'password',
};

/** The messages of an error for the fields of a form; empty for an unrelated error. */
export function problemsOf(error: unknown): FieldProblems {
  if (!isServiceError(error)) return {};
  const field = FIELD_OF[error.kind];
  if (field !== undefined) return { [field]: error.message };
  const fields = error.details?.fields ?? [];
  return Object.fromEntries(
    fields.flatMap(({ path, message }) => [
      [fieldOf(path), message],
      [path, message],
    ]),
  );
}

function fieldOf(path: string): string {
  return path.split(/[./[]/)[0] ?? path;
}

/** Whether these fields show all of an error, so that the form need not. */
export function areShownAt(fields: readonly string[], problems: FieldProblems): boolean {
  const named = Object.keys(problems);
  return named.length > 0 && named.every((name) => fields.includes(fieldOf(name)));
}
