import type { Page } from 'playwright-core';

export interface SeenTable {
  name: string;
  /** The visible headers. */
  columns: readonly string[];
  /** Whether the rows show values without a column elsewhere: in a second line, or when they are open. */
  tellsMore: boolean;
}

export interface SeenTables {
  tables: readonly SeenTable[];
  /** Texts and buttons that people cannot reach or read. */
  lost: readonly string[];
}

/**
 * A button or a text is lost if it lies outside the window, or is cut off by an element that neither scrolls nor
 * shows the whole text as a tip.
 */
const LOOK = String.raw`(() => {
  const hasText = ({ childNodes }) => [...childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
  const isDrawn = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1;
  };
  const problemOf = (element) => {
    const isControl = element.matches('button, input, select');
    let { left, right } = element.getBoundingClientRect();
    for (let around = element; around !== document.body; around = around.parentElement) {
      const { clipPath, overflowX } = getComputedStyle(around);
      // For screen readers only.
      if (clipPath !== 'none') return null;
      if (overflowX === 'auto' || overflowX === 'scroll') return null;
      if (overflowX === 'visible') continue;
      const edge = around.getBoundingClientRect();
      const inside = around.scrollWidth > around.clientWidth && around === element;
      if (!inside && right <= edge.right + 1 && left >= edge.left - 1) continue;
      if (isControl) return 'is cut by .' + around.className;
      // As if the pointer were over it.
      element.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
      if (element.closest('[title], th, [role="columnheader"]') === null) return 'is cut without its whole in a title, by .' + around.className;
      right = Math.min(right, edge.right);
      left = Math.max(left, edge.left);
    }
    return left < -1 || right > innerWidth + 1 ? 'lies beyond the window' : null;
  };
  const lost = document.documentElement.scrollWidth > innerWidth ? ['the page is wider than the window'] : [];
  const tables = [...document.querySelectorAll('table, [role="table"]')].filter(isDrawn).map((table) => {
    const name = table.getAttribute('aria-label') ?? table.className;
    for (const element of table.querySelectorAll('*')) {
      if (!element.matches('button, input, select') && !hasText(element)) continue;
      if (!isDrawn(element)) continue;
      const problem = problemOf(element);
      if (problem !== null) lost.push(name + ': “' + element.textContent.slice(0, 60) + '” ' + problem);
    }
    return {
      name,
      columns: [...table.querySelectorAll('th[scope="col"], [role="columnheader"]')].filter((head) => isDrawn(head.closest('thead, [role="row"]'))).map((head) => head.textContent.trim()),
      tellsMore: table.matches('[role="table"]') || table.querySelector('[data-opens], .kc-row-more') !== null,
    };
  });
  return { tables, lost };
})()`;

/** Checks all tables of a page as they are laid out. */
export const lookAtTables = (page: Page): Promise<SeenTables> => page.evaluate<SeenTables>(LOOK);
