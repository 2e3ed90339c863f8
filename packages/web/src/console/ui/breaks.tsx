import { Fragment } from 'react';

/** A long address, which a narrow column breaks behind its slashes and before its dots. */
export function Breaks({ text }: { text: string }) {
  return [...text.matchAll(/\.?[^./]+\/*|[./]+/g)].map(({ 0: part, index }) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
