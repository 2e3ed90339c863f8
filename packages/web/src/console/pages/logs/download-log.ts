import type { LogFile } from '@keyward/client';
import { download } from '../../lib/download.ts';
import { ask, service } from '../../service/service.ts';
import { entryOf } from './entry.ts';
import { PAGE } from './log-feed.ts';

/** Downloads a log or a snapshot as a file. @throws KeywardError */
export async function downloadLog({ name, filename, format }: LogFile): Promise<void> {
  const lines: string[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const answer = await ask(service.logs.read({ name, page, limit: PAGE }));
    pages = answer.total_pages;
    lines.push(...answer.records.map((record) => `${entryOf(record).line}\n`));
  }
  download(filename, lines, format === 'jsonl' ? 'application/jsonl' : 'text/plain');
}
