import { USER_FIELDS } from './fields.ts';
import { type Format, listIn } from './format.ts';

/**
 * The format of `users export`, and of files that people write by hand. Unknown fields are refused, so that typing
 * errors are noticed.
 */
export const keyward: Format = {
  columns: USER_FIELDS,
  droppable: new Set(),
  records: (document) => listIn(document, 'users'),
  map: (record) => record,
};
