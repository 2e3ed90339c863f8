import { Fragment, type ReactNode } from 'react';

/** A fingerprint, which a narrow page breaks between its octets. */
export function Octets({ of }: { of: string }): ReactNode {
  return [...of.matchAll(/..:?/g)].map(({ 0: octet, index }) => (
    <Fragment key={index}>
      {octet}
      <wbr />
    </Fragment>
  ));
}
