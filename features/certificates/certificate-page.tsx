import type { IssuerPageProps } from '#components/page/issuer-page';
import { objectPage } from '#components/page/object-page';
import { issuerTitle } from '#components/page/page-guards';
import { Prefetched } from '#components/page/prefetch';
import { slowPage } from '#components/page/slow-page';
import type { User } from '#lib/access/roles';
import { isApiError } from '#lib/api/error';
import { balanceQuery } from '#lib/api/register-queries';
import { allRowsKey } from '#lib/api/rows/all-rows-key';
import { readUpstream } from '#lib/gateway/prefetch';
import { type Certificate, certificatesOf } from '#lib/register/certificates';
import { certificatesInput } from '#lib/register/list-inputs';
import { only, routes } from '#lib/routes';
import { CertificateView } from './certificate-view.tsx';
import { stopsInput } from './stops.ts';

type Props = IssuerPageProps<{ certificate: string }>;

export const generateMetadata = issuerTitle('Certificate');

export const CertificatePage = slowPage(async (props: Props) =>
  objectPage(props, {
    page: 'Certificate',
    given: (await props.params).certificate,
    here: routes.certificate,
    find: ({ user, issuer, search }, key) => findCertificate(user, issuer, key, only(search.holder)),
    draw: (found, { user, issuer, name, asof, today }) => (
      <Prefetched
        user={user}
        queries={[
          balanceQuery(issuer, today),
          ...(found.id === null ? [] : [{ queryKey: allRowsKey('GetStops', stopsInput(issuer, found.id)) }]),
        ]}
      >
        <CertificateView {...{ issuer, name, asof, today }} certificate={found} />
      </Prefetched>
    ),
  }),
);

/**
 * One certificate by its registry key. There is no operation for a single one: it is found in the list of its
 * holder where the address names one, else in the issuer's list. Null when there is none. Throws ApiError.
 */
async function findCertificate(
  user: User,
  issuer: number,
  id: number,
  holder: string | undefined,
): Promise<Certificate | null> {
  const among = async (account?: string) => {
    const response = await readUpstream(
      user,
      'GetHoldingCertificates',
      certificatesInput(issuer, account),
    ).catch((error: unknown) => {
      if (isApiError(error) && error.code === 'not_found') return [];
      throw error;
    });
    return certificatesOf(response).find((one) => one.id === id) ?? null;
  };
  const named = holder && holder.length <= 255 ? await among(holder) : null;
  return named ?? among();
}
