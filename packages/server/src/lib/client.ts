/** Who asks: kept with the session, so that its owner can recognise it. */
export interface Client {
  ipAddress: string;
  userAgent: string;
  /** The request's `Accept-Language`, for the mails that it causes. */
  languages: string;
  /** The request that it asks with, for the events that it causes. The path is without its query. */
  requestId: string;
  method: string;
  path: string;
}
