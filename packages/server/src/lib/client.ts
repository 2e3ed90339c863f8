/** The client of a request; kept with the session, so that its owner can recognise it. */
export interface Client {
  ipAddress: string;
  userAgent: string;
  /** The request's `Accept-Language`, for the mails that the request causes. */
  languages: string;
  /** The request's `Origin`, for the links in these mails. */
  origin?: string | undefined;
  /** The cookie that distinguishes browsers, unchecked. See `features/limits/device-cookies.ts`. */
  browser?: string | undefined;
  /** Id of the request, for the events that it causes. `path` has no query. */
  requestId: string;
  method: string;
  path: string;
}

/** Without a request, the language of a mail is not known. */
export const NO_CLIENT: Client = {
  ipAddress: '',
  userAgent: '',
  languages: '',
  requestId: '',
  method: '',
  path: '',
};
