import { formatDate } from '#lib/format/dates';
import type { Route } from '#lib/routes';
import { LinkButton } from '../ui/button.tsx';
import { EmptyState } from '../ui/states.tsx';

/** In place of a form on a past date: an entry changes the register of today. */
export const EditsOff = ({ asof, to }: { asof: string; to: Route }) => (
  <EmptyState
    title="Entries are off on a past date"
    action={<LinkButton href={to}>Return to today</LinkButton>}
  >
    The date above is {formatDate(asof)}. Entries change the register of today.
  </EmptyState>
);
