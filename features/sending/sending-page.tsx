import type { Metadata } from 'next';
import { issuersOf } from '#components/page/page-guards';
import { requireAdministrator } from '#components/page/require-administrator';
import { PageHeader } from '#components/ui/text';
import { readNewestLinks } from '#lib/gateway/runs/send-file';
import { dashboard } from '#lib/gateway/wiring';
import { reportTitle } from '#lib/reports/catalogue';
import { routes } from '#lib/routes';
import { secondFactorsOf } from '#lib/session/second-factor/second-factor';
import { store } from '#lib/session/store';
import { readSetting } from '#lib/store/installation';
import { SendingView } from './sending-view.tsx';

export const metadata: Metadata = { title: 'Sending' };

/** Whether files may be sent by a link in this installation, and the links of all users. */
export async function SendingPage() {
  const admin = await requireAdministrator(routes.sending());
  const pool = store();
  const [allowed, links, factor, { issuers }] = await Promise.all([
    readSetting(pool, 'sending'),
    readNewestLinks({ pool, context: dashboard() }),
    secondFactorsOf(pool, admin.id),
    issuersOf(admin),
  ]);
  const nameOf = (issuer: number | null) =>
    issuer === null
      ? 'All issuers'
      : (issuers?.find((one) => one.customerIssuerId === issuer)?.name ?? `Issuer ${issuer}`);
  return (
    <>
      <PageHeader
        kicker="Administration"
        title="Sending"
        description="Users may send a finished report to one person without an account, by a link that expires and needs a code."
      />
      <SendingView
        allowed={allowed}
        needsCode={factor.enrolled}
        links={links.map(({ endpoint, issuer, sender, ...link }) => ({
          ...link,
          sender,
          title: reportTitle(endpoint),
          owner: nameOf(issuer),
        }))}
      />
    </>
  );
}
