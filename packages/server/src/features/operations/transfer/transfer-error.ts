/** An import or export cannot continue. The message is one line for the operator. */
export class TransferError extends Error {
  override readonly name = 'TransferError';
}
