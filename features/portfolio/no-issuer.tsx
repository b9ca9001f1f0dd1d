import { EmptyState } from '#components/ui/states';

/** For an account without rights to any issuer yet. */
export function NoIssuer() {
  return (
    <EmptyState title="No issuer yet">
      Your account is in order, but no issuer has been opened to you. Ask your transfer agent, or the person
      who made your account, to grant you one; it appears here at once.
    </EmptyState>
  );
}
