import { LinkButton } from '#components/ui/button';
import type { Meeting } from '#lib/register/meetings/meetings';
import { routes } from '#lib/routes';

/** The details file of a meeting, with or without those who have not voted. */
export function DetailsFiles({ issuer, meeting }: { issuer: number; meeting: Meeting }) {
  if (meeting.id === null) return null;
  const file = (all: boolean) =>
    routes.newReport('proxy-details', {
      issuer,
      customerProxyId: meeting.id,
      // As text: the address leaves out false values.
      includeNotVotedShares: String(all),
    });
  return (
    <>
      <LinkButton icon="file" href={file(true)}>
        Create proxy details
      </LinkButton>
      <LinkButton icon="file" href={file(false)}>
        Create proxy details, voted only
      </LinkButton>
    </>
  );
}
