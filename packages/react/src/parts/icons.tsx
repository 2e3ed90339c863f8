import type { ReactNode } from 'react';

/** Line drawings on a grid of 24. */
const LINES = {
  key: 'M11.3 10.1 4 17.4V20h3v-2h2v-2h2l2.9-3.3A4.5 4.5 0 1 0 11.3 10.1ZM16.2 7.8h.01',
  mail: 'M3.5 6.5h17v11h-17zM4 7l8 6 8-6',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  eyeOff:
    'M4 4l16 16M9.9 5.7A9.5 9.5 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.7 3.5M6.3 7.3A16.5 16.5 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 4.5-1.2M9.9 9.9a3 3 0 0 0 4.2 4.2',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  cross: 'M7 7l10 10M17 7L7 17',
  copy: 'M9 9h10v10H9zM5 15V5h10',
  download: 'M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 19.5h14',
  phone: 'M8 3.5h8v17H8zM11 17.5h2',
  tablet: 'M5 3.5h14v17H5zM11 17.5h2',
  desktop: 'M3.5 5h17v11h-17zM9 20h6M12 16v4',
  app: 'M6 3.5h12v17H6zM9.5 10.5a2.5 2.5 0 0 1 5 0v1.5M9 12h6v4H9z',
  list: 'M9 7h11M9 12h11M9 17h11M4.5 7h.01M4.5 12h.01M4.5 17h.01',
  updown: 'M8 9.5l4-4 4 4M8 14.5l4 4 4-4',
  plus: 'M12 5v14M5 12h14',
  pencil: 'M4 20l1-4.5L16.5 4l3.5 3.5L8.5 19ZM13.5 7l3.5 3.5',
  alert: 'M12 8v5M12 16.5h.01M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17Z',
} as const;

export type IconName = keyof typeof LINES;

/** An icon next to text, hidden from screen readers. */
export function Icon({ name }: { name: IconName }): ReactNode {
  return (
    <svg
      className="kw-icon"
      viewBox="0 0 24 24"
      width="18"
      height="18"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={LINES[name]} />
    </svg>
  );
}
