import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useAddressQuery } from '../lib/address.ts';
import { useTexts } from '../texts/texts.ts';
import type { Listed } from './use-list.ts';

export interface PagerProps {
  total: number;
  /** From 1. */
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

/** The foot of a list: its length, and the navigation between pages. */
export function Pager({ total, page, pages, onPage }: PagerProps) {
  const texts = useTexts().ui;
  return (
    <div className="kc-table-foot">
      <span>{texts.rows(total)}</span>
      {pages > 1 && (
        <span>
          {texts.page(page, pages)}
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={texts.previous}
            disabled={page <= 1}
            onClick={() => onPage(page - 1)}
          >
            <IconChevronLeft size={16} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={texts.next}
            disabled={page >= pages}
            onClick={() => onPage(page + 1)}
          >
            <IconChevronRight size={16} />
          </ActionIcon>
        </span>
      )}
    </div>
  );
}

/**
 * The foot of a list whose page is in the address.
 * @param props.list the answer of the API; undefined until it arrives
 */
export function ListFoot({ list }: { list: Listed | undefined }) {
  const [, change] = useAddressQuery();
  return (
    list && (
      <Pager
        total={list.total}
        page={list.page}
        pages={list.total_pages}
        onPage={(page) => change({ page: String(page) }, { push: true })}
      />
    )
  );
}
