import { MaybeLink } from '#components/register/maybe-link';
import { Link } from '#components/ui/link';
import { Section } from '#components/ui/text';
import { formatDate } from '#lib/format/dates';
import type { Certificate } from '#lib/register/certificates';
import { signedQuantity } from '#lib/register/quantity';
import { routes } from '#lib/routes';
import { lastChanges } from '../profile.ts';

type Props = {
  issuer: number;
  account: string;
  asof: string | null;
  certificates: readonly Certificate[];
  dollars: ReadonlySet<string>;
};

const shown = 6;

/** Latest changes of the account up to the as-of date, from its certificates: reading the journal is not needed. */
export function LastChanges({ issuer, account, asof, certificates, dollars }: Props) {
  const changes = lastChanges(certificates, shown, asof);
  if (changes.length === 0) return null;
  return (
    <Section
      title={asof ? `Latest changes up to ${formatDate(asof)}` : 'Latest changes'}
      aside={
        <Link href={routes.holder(issuer, account, { tab: 'movements', asof })} className="print:hidden">
          View all changes
        </Link>
      }
    >
      <ul className="max-w-3xl text-sm">
        {changes.map(({ id, day, certificate, shares }) => (
          <li
            key={id}
            className="grid grid-cols-[6rem_5.5rem_1fr_auto] gap-x-4 border-b border-line py-1 max-sm:grid-cols-[5.5rem_4.25rem_1fr_auto] max-sm:gap-x-2"
          >
            <span className="whitespace-nowrap">{formatDate(day)}</span>
            <span className="text-muted">{id.endsWith('/in') ? 'Issued' : 'Canceled'}</span>
            <span className="min-w-0">
              <MaybeLink
                href={
                  certificate.id === null
                    ? null
                    : routes.certificate(issuer, certificate.id, { holder: account, asof })
                }
              >
                {certificate.number}
              </MaybeLink>
              <span className="text-muted"> · {certificate.className}</span>
            </span>
            <span className={shares !== null && shares < 0n ? 'text-right text-danger' : 'text-right'}>
              {signedQuantity(shares, dollars.has(certificate.className))}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
