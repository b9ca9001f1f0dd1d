import Link from 'next/link';
import { routes } from '#lib/routes';
import { EmptyState } from '@/components/ui/states';
import { PageHeader } from '@/components/ui/text';
import type { IssuerSummary } from '../access.ts';

/** For people who fetch reports of several issuers. */
export function Chooser({ issuers }: { issuers: readonly IssuerSummary[] }) {
  return (
    <>
      <PageHeader title="Your issuers" description="Choose one to see its reports." />
      <ul className="border-t border-line">
        {issuers.map((issuer) => (
          <li key={issuer.customerIssuerId} className="border-b border-line">
            <Link
              href={routes.issuerReports(issuer.customerIssuerId)}
              className="flex justify-between gap-4 py-2"
            >
              {issuer.name}
              <span className="text-muted">{issuer.customerIssuerId}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

export function NoIssuer() {
  return (
    <EmptyState title="No issuer yet">
      Your account is in order, but no issuer has been opened to you. Ask your transfer agent, or the person
      who made your account, to grant you one; it appears here at once.
    </EmptyState>
  );
}
