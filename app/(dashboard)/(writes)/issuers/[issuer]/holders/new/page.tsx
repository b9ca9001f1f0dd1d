import type { Metadata } from 'next';
import { accountType, taxIdType } from '#lib/contract/enumerations';
import { routes, type SearchParams } from '#lib/routes';
import { PageHeader } from '@/components/ui/text';
import { requireIssuer, requirePerson } from '../../../../../access.ts';
import { patiently } from '../../../../../patience.tsx';
import { choicesOf } from '../../../../choices.ts';
import { entryOf, requireWriter, writerTitle } from '../../../../guard.ts';
import { HolderForm } from '../../../../lazy-forms.tsx';
import { OpenEntry } from '../../../../open-entry.tsx';
import { OpenWrites } from '../../../../open-writes.tsx';
import { OutcomeScreen } from '../../../../outcome-screen.tsx';

type Props = { params: Promise<{ issuer: string }>; searchParams: Promise<SearchParams> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return writerTitle((await params).issuer, 'New holder');
}

export default function NewHolderPage(props: Props) {
  return patiently(newHolder(props));
}

async function newHolder({ params, searchParams }: Props) {
  const segment = (await params).issuer;
  const person = await requirePerson(routes.newHolder(Number(segment)));
  requireWriter(person, 'CreateOrUpdate');
  const { customerIssuerId: issuer, name } = await requireIssuer(segment, person);
  const { key, write } = await entryOf(person, 'CreateOrUpdate', await searchParams);
  const place = `holder ${person.id} ${issuer}`;
  const here = routes.newHolder(issuer);
  if (write) return <OutcomeScreen {...{ write, issuer, place }} issuerName={name} again={here} />;
  return (
    <>
      <PageHeader
        kicker={name}
        title="New holder"
        description="Registers an account. It appears among the holders of an issuer once shares are issued or transferred to it."
      />
      {key ? (
        <HolderForm
          key={key}
          issuer={issuer}
          entry={key}
          record={null}
          seen="none"
          choices={{ accountTypes: choicesOf(accountType), taxIdTypes: choicesOf(taxIdType) }}
          email={person.email}
          outcome={routes.newHolder(issuer, { entry: key, sent: true })}
        />
      ) : (
        <OpenEntry place={place} to={here} />
      )}
      <OpenWrites issuer={issuer} />
    </>
  );
}
