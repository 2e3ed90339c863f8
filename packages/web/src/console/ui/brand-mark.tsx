import { Logo } from '../../logo.tsx';
import { boot } from '../lib/boot.ts';

/** The logo of the deployment; without one, Keyward's. */
export function BrandMark({ size = 20 }: { size?: number }) {
  const { logoUrl } = boot.branding;
  return logoUrl === null ? <Logo size={size} /> : <img src={logoUrl} alt="" height={size} />;
}
