import { USER_FIELDS } from '../fields.ts';
import { type Format, listIn } from './format.ts';

/** What `users export` writes, and what people write by hand. Every field is known, so that no typing error is lost. */
export const keyward: Format = {
  columns: USER_FIELDS,
  droppable: new Set(),
  records: (document) => listIn(document, 'users'),
  map: (record) => record,
};
