'use client';

import { useQuery } from '@tanstack/react-query';
import { useAgentOperations } from '#components/data/agent-operations';
import { query } from '#lib/api/query';
import { formatDate } from '#lib/format/dates';

/**
 * For administrators: says when the certificate with which files are signed ends soon. Nothing where it cannot be read: the
 * certificates are shown on the page Verify a file, with the reason.
 */
export function SignerNotice() {
  const canSign = useAgentOperations().has('GetSealCertificate');
  const { data } = useQuery({ ...query('GetSealCertificate', {}), enabled: canSign });
  if (!data?.isReplacementDue) return null;
  const day = formatDate(data.validTo.slice(0, 10));
  return (
    <p
      role="status"
      className="mb-4 rounded-md border border-warning/40 bg-warning-soft px-3 py-2 text-sm print:hidden"
    >
      {data.daysLeft < 0
        ? `The certificate with which files are sealed ended on ${day}: nothing can be sealed.`
        : `The certificate with which files are sealed ends on ${day}, in ${data.daysLeft} days.`}{' '}
      Replace the signing key with <code>npm run registry:keys -- rotate</code>. Files sealed before still
      verify.
    </p>
  );
}
