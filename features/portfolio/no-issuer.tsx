import { EmptyState } from '#components/ui/states';

/** For an account without rights to any issuer yet. */
export function NoIssuer() {
  return (
    <EmptyState title="No issuers">
      Your user account works, but you do not have access to an issuer yet. Ask your transfer agent or your
      administrator for access. It applies immediately.
    </EmptyState>
  );
}
