import { Link } from '@tanstack/react-router';
import { boot } from '../lib/boot.ts';
import { consolePath } from '../lib/paths.ts';
import { BrandMark } from './brand-mark.tsx';

/** The mark and the name of the service, which lead to the overview. */
export function Brand() {
  return (
    <Link className="kc-brand" to={consolePath('')}>
      <BrandMark />
      {boot.branding.name}
    </Link>
  );
}
