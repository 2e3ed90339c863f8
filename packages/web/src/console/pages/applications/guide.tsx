import { boot } from '../../lib/boot.ts';
import { useTexts } from '../../texts/texts.ts';
import { Copyable } from '../../ui/copy.tsx';
import { Facts } from '../../ui/facts.tsx';
import type { Application } from './application.ts';

/** The values with which a developer connects the application. */
export function Guide({ application: { type, client_id } }: { application: Application }) {
  const t = useTexts().applications;
  const { publicUrl } = boot;
  return (
    <section>
      <h3 className="kc-part">{t.guide}</h3>
      <p>{t.guides[type]}</p>
      <Facts
        entries={[
          ['client_id', <Copyable key="id" value={client_id} />],
          [t.issuer, <Copyable key="issuer" value={publicUrl} />],
          [t.discovery, <Copyable key="discovery" value={`${publicUrl}/.well-known/openid-configuration`} />],
        ]}
      />
    </section>
  );
}
