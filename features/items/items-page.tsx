import 'server-only';
import { notFound } from 'next/navigation';
import { issuersOf } from '#components/page/page-guards';
import { Prefetched } from '#components/page/prefetch';
import { today } from '#components/page/today';
import { rightsOf, type User } from '#lib/access/roles';
import { allRowsKey } from '#lib/api/rows/all-rows-key';
import { itemContent } from '#lib/contract/agent/content';
import {
  caseCode,
  channel,
  documentKind,
  documentState,
  itemKind,
  rejectionReasons,
  stopKind,
} from '#lib/contract/agent/values';
import { only, readIssuer, type SearchParams } from '#lib/routes';
import type { Words } from './item-texts.ts';
import { ItemsView } from './items-view.tsx';

type Choices = { meta: () => Record<string, unknown> | undefined };
const titles = (schema: Choices): Record<string, string> =>
  Object.fromEntries(
    ((schema.meta()?.choices ?? []) as { value: string; title: string }[]).map(({ value, title }) => [
      value,
      title,
    ]),
  );

type Part = { meta: () => { title?: string } | undefined; unwrap?: () => unknown };
const titleOf = (part: Part): string | undefined =>
  part.meta()?.title ?? (part.unwrap ? titleOf(part.unwrap() as Part) : undefined);

const words: Words = {
  kind: titles(itemKind),
  caseCode: titles(caseCode),
  channel: titles(channel),
  document: titles(documentKind),
  documentState: titles(documentState),
  reason: { ...rejectionReasons },
  stop: titles(stopKind),
  part: Object.fromEntries(
    Object.entries(itemContent.shape).map(([name, part]) => [name, titleOf(part as Part) ?? name]),
  ),
};

type Props = { user: User; operations: ReadonlySet<string>; params: SearchParams };

/** The items of all issuers for the agent's staff, and of one granted issuer, to read, for its own. */
export async function ItemsPage({ user, operations, params }: Props) {
  const agent = rightsOf(user).class === 'ta';
  const issuers = (await issuersOf(user)).issuers ?? [];
  const asked = readIssuer(only(params.issuer) ?? '');
  const known = issuers.find((one) => one.customerIssuerId === asked) ?? issuers[0];
  const issuer = agent ? null : (known?.customerIssuerId ?? notFound());
  return (
    <Prefetched
      user={user}
      queries={[{ queryKey: allRowsKey('GetItems', { customerIssuerId: issuer } as never) }]}
    >
      <ItemsView
        key={issuer}
        issuers={issuers.map(({ customerIssuerId, name }) => ({ customerIssuerId, name }))}
        {...{ issuer, agent, words }}
        me={user.email}
        today={today()}
        operations={[...operations]}
      />
    </Prefetched>
  );
}
