import type { ReactNode } from 'react';

/** The providers' marks, each in the form that its owner requires on such a button. */
const MARKS: Readonly<Record<string, readonly (readonly [path: string, colour: string])[]>> = {
  google: [
    [
      'M23 12.26c0-.8-.07-1.56-.2-2.3H12v4.35h6.17a5.28 5.28 0 0 1-2.29 3.46v2.87h3.7c2.17-2 3.42-4.94 3.42-8.38Z',
      '#4285f4',
    ],
    [
      'M12 23.5c3.1 0 5.7-1.03 7.6-2.78l-3.71-2.88c-1.03.69-2.35 1.1-3.89 1.1-2.99 0-5.52-2.02-6.42-4.74H1.74v2.97A11.5 11.5 0 0 0 12 23.5Z',
      '#34a853',
    ],
    ['M5.58 14.2a6.9 6.9 0 0 1 0-4.4V6.83H1.74a11.5 11.5 0 0 0 0 10.34l3.84-2.97Z', '#fbbc05'],
    [
      'M12 5.06c1.69 0 3.2.58 4.39 1.72l3.29-3.29A11.03 11.03 0 0 0 12 .5 11.5 11.5 0 0 0 1.74 6.83L5.58 9.8C6.48 7.08 9.01 5.06 12 5.06Z',
      '#ea4335',
    ],
  ],
  microsoft: [
    ['M2 2h9.5v9.5H2z', '#f25022'],
    ['M12.5 2H22v9.5h-9.5z', '#7fba00'],
    ['M2 12.5h9.5V22H2z', '#00a4ef'],
    ['M12.5 12.5H22V22h-9.5z', '#ffb900'],
  ],
  github: [
    [
      'M12 .8a11.5 11.5 0 0 0-3.64 22.41c.58.1.79-.25.79-.56v-1.95c-3.2.7-3.88-1.55-3.88-1.55-.52-1.33-1.28-1.68-1.28-1.68-1.04-.72.08-.7.08-.7 1.16.08 1.76 1.19 1.76 1.19 1.03 1.76 2.69 1.25 3.35.96.1-.75.4-1.25.73-1.54-2.55-.29-5.24-1.28-5.24-5.68 0-1.26.45-2.28 1.19-3.09-.12-.29-.52-1.46.11-3.04 0 0 .97-.31 3.16 1.18a11 11 0 0 1 5.76 0c2.19-1.49 3.15-1.18 3.15-1.18.63 1.58.24 2.75.12 3.04.74.81 1.19 1.83 1.19 3.09 0 4.41-2.7 5.38-5.26 5.67.42.35.78 1.06.78 2.13v3.16c0 .31.21.67.8.56A11.5 11.5 0 0 0 12 .8Z',
      'currentColor',
    ],
  ],
  apple: [
    [
      'M16.7 12.7c0-2.3 1.9-3.4 2-3.5a4.3 4.3 0 0 0-3.4-1.8c-1.4-.2-2.8.8-3.5.8s-1.8-.8-3-.8A4.5 4.5 0 0 0 5 9.7c-1.6 2.8-.4 7 1.2 9.3.8 1.1 1.7 2.4 2.9 2.3 1.2 0 1.6-.7 3-.7s1.8.7 3 .7 2-1.1 2.8-2.2a9 9 0 0 0 1.2-2.6c-.1 0-2.4-.9-2.4-3.8ZM14.4 5.8A4.1 4.1 0 0 0 15.4 2.8a4.2 4.2 0 0 0-2.7 1.4 3.9 3.9 0 0 0-1 2.9c1 .1 2.1-.5 2.7-1.3Z',
      'currentColor',
    ],
  ],
  x: [
    [
      'M3 3h5.6l4.3 5.9L18 3h2.3l-6.4 7.3L21 21h-5.6l-4.7-6.5L5 21H2.7l7-8L3 3Zm3.3 1.7 10 14.6h1.4L7.9 4.7H6.3Z',
      'currentColor',
    ],
  ],
};

/** In place of other marks: a letter on the colour of the brand. */
const TILES: Readonly<Record<string, readonly [letter: string, tile: string, ink?: string]>> = {
  discord: ['D', '#5460e6'],
  gitlab: ['G', '#fc6d26', '#1f1e24'],
  linkedin: ['in', '#0a66c2'],
  slack: ['S', '#611f69'],
  facebook: ['f', '#0866ff'],
  twitch: ['T', '#7a3fe0'],
  spotify: ['S', '#1ed760', '#121212'],
};

/** The provider's mark; for others the first letter of its label. */
export function ProviderMark({ name, label }: { name: string; label: string }): ReactNode {
  const paths = Object.hasOwn(MARKS, name) ? MARKS[name] : undefined;
  const [letter, tile, ink = '#fff'] = (Object.hasOwn(TILES, name) && TILES[name]) || [];
  if (paths === undefined && letter === undefined)
    return (
      <span className="kw-mark" aria-hidden="true">
        {Array.from(label)[0]?.toUpperCase()}
      </span>
    );
  return (
    <svg className="kw-icon" viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
      {paths?.map(([path, colour]) => (
        <path key={path} d={path} fill={colour} />
      ))}
      {letter !== undefined && (
        <>
          <rect x="1" y="1" width="22" height="22" rx="5" fill={tile} />
          <text x="12" y="17.5" fill={ink} fontSize="15" fontWeight="700" textAnchor="middle">
            {letter}
          </text>
        </>
      )}
    </svg>
  );
}
