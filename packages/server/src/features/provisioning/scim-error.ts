/** The refusals of the protocol (RFC 7644 §3.12, RFC 9865 §4): their status, and whether the name is a `scimType`. */
export const SCIM_ERRORS = {
  invalidSyntax: { status: 400, scimType: true },
  invalidFilter: { status: 400, scimType: true },
  invalidPath: { status: 400, scimType: true },
  invalidValue: { status: 400, scimType: true },
  invalidCursor: { status: 400, scimType: true },
  noTarget: { status: 400, scimType: true },
  mutability: { status: 400, scimType: true },
  tooMany: { status: 400, scimType: true },
  unauthorized: { status: 401, scimType: false },
  forbidden: { status: 403, scimType: false },
  notFound: { status: 404, scimType: false },
  methodNotAllowed: { status: 405, scimType: false },
  requestTimeout: { status: 408, scimType: false },
  uniqueness: { status: 409, scimType: true },
  preconditionFailed: { status: 412, scimType: false },
  contentTooLarge: { status: 413, scimType: false },
  unsupportedMediaType: { status: 415, scimType: false },
  tooManyRequests: { status: 429, scimType: false },
  headersTooLarge: { status: 431, scimType: false },
  internalError: { status: 500, scimType: false },
  notImplemented: { status: 501, scimType: false },
  unavailable: { status: 503, scimType: false },
} as const satisfies Record<string, { status: number; scimType: boolean }>;

export type ScimErrorCode = keyof typeof SCIM_ERRORS;

/** A refusal of the protocol, with a sentence for people. */
export class ScimError extends Error {
  override readonly name = 'ScimError';
  readonly code: ScimErrorCode;

  constructor(code: ScimErrorCode, detail: string) {
    super(detail);
    this.code = code;
  }
}
