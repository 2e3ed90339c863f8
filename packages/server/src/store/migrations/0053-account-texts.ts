import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** The texts of an account, of which parts are found. */
const textOf = (row: string) =>
  `${row}.name_key || char(10) || ${row}.email_key || char(10) || ${row}.handle_key`;

const ADD = `insert into account_texts (rowid, text) values (new.id, ${textOf('new')});`;
/** This index of FTS5 stores no texts, so a removal must name the old ones. */
const REMOVE = `insert into account_texts (account_texts, rowid, text) values ('delete', old.id, ${textOf('old')});`;

/**
 * An index of the parts of names, emails and handles. PostgreSQL has one only with an extension, so it is no part of
 * the schema: see `text-index.ts`. It holds which trigrams an account has, but not where, which takes a quarter of the
 * room; a search compares the texts themselves.
 */
export const accountTexts: Migration = {
  name: '0053-account-texts',
  changesData: false,
  async up(db, kind) {
    if (kind === 'postgres') return;
    for (const statement of [
      `create virtual table account_texts using fts5 (
        text, content = '', columnsize = 0, detail = none, tokenize = 'trigram case_sensitive 1'
      )`,
      `insert into account_texts (rowid, text) select id, ${textOf('accounts')} from accounts order by id`,
      `create trigger account_texts__insert after insert on accounts begin ${ADD} end`,
      `create trigger account_texts__delete after delete on accounts begin ${REMOVE} end`,
      `create trigger account_texts__update after update of name_key, email_key, handle_key on accounts
        begin ${REMOVE} ${ADD} end`,
    ])
      await sql.raw(statement).execute(db);
  },
};
