import { EmptyState } from '#components/ui/states';
import { PageHeader } from '#components/ui/text';

/** Where the registry takes no requests. */
export const NotOffered = ({ name }: { name: string }) => (
  <>
    <PageHeader kicker={name} title="Requests" />
    <EmptyState title="Not available with this registry">
      This registry does not take requests from the dashboard. Write to your transfer agent.
    </EmptyState>
  </>
);
