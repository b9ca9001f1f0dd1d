import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { agentOperationsOf } from '#components/page/agent-operations';
import { choicesOf } from '#components/page/choices';
import { issuersOf, requireIssuer, requireUser } from '#components/page/page-guards';
import { entryOf, requireWriter } from '#components/page/require-writer';
import { slowPage } from '#components/page/slow-page';
import { OpenEntry } from '#components/submission/open-entry';
import { LinkButton } from '#components/ui/button';
import { EmptyState, ErrorPanel } from '#components/ui/states';
import { PageHeader } from '#components/ui/text';
import { can } from '#lib/access/can';
import type { User } from '#lib/access/roles';
import { isApiError } from '#lib/api/error';
import type { ItemContent } from '#lib/contract/agent/content';
import {
  caseCode,
  channel,
  documentKind,
  documentState,
  itemKind,
  itemStage,
  openStages,
} from '#lib/contract/agent/values';
import { accountType, certificateType, restrictionCode, taxIdType } from '#lib/contract/enumerations';
import { env, registryNow } from '#lib/env';
import { listDrafts, readDraft } from '#lib/gateway/draft-access';
import { readUpstream } from '#lib/gateway/prefetch';
import { dashboard } from '#lib/gateway/wiring';
import { only, readIssuer, routes, type SearchParams } from '#lib/routes';
import { currentUser } from '#lib/session/current-user';
import { DraftList, type ListedDraft } from './draft-list.tsx';
import { EntryForm, EntryOutcome } from './entry-form.tsx';
import { draftText, isForm } from './item-form.ts';
import { OpenNewItem } from './open-new-item.tsx';
import { editFormName } from './types.ts';

const titleFor = (title: string) => async (): Promise<Metadata> => {
  const user = await currentUser();
  return { title: user && can(user, 'CreateItem') ? title : 'Page not found' };
};

export const newItemMetadata = titleFor('Enter item');
export const editItemMetadata = titleFor('Change an item');

/** A page of the work queue where the registry has none. */
const NotOffered = ({ title }: { title: string }) => (
  <>
    <PageHeader title={title} />
    <EmptyState
      title="Not available with this registry"
      action={<LinkButton href={routes.opsQueue()}>Open work queue</LinkButton>}
    >
      This registry does not take items from the dashboard. Enter them in the registry’s own program.
    </EmptyState>
  </>
);

const choices = () => ({
  accountTypes: choicesOf(accountType),
  taxIdTypes: choicesOf(taxIdType),
  kinds: choicesOf(itemKind),
  cases: choicesOf(caseCode),
  channels: choicesOf(channel),
  restrictions: choicesOf(restrictionCode),
  forms: choicesOf(certificateType),
  documents: choicesOf(documentKind),
  states: choicesOf(documentState),
});

const stages = () => Object.fromEntries(choicesOf(itemStage).map(({ value, label }) => [value, label]));

const clock = () => ({ zone: env().registry.timeZone, now: registryNow().toISOString() });

async function draftsOf(user: User, names: ReadonlyMap<number, string>): Promise<ListedDraft[]> {
  const found = await listDrafts(dashboard(), user);
  return found.flatMap(({ id, savedAt, content }) => {
    if (!isForm(content)) return [];
    const { edit } = content;
    const issuer = Number(content.issuer);
    return [
      {
        id,
        savedAt,
        issuer: names.get(issuer) ?? '',
        text: `${edit ? `Change of item ${edit.item} · ` : ''}${draftText(content)}`,
        href: edit ? routes.editItem(issuer, edit.item, { entry: id }) : routes.newItem({ entry: id }),
      },
    ];
  });
}

type NewProps = { searchParams: Promise<SearchParams> };

export const NewItemPage = slowPage(async ({ searchParams }: NewProps) => {
  const user = await requireUser(routes.newItem());
  requireWriter(user, 'CreateItem');
  const title = 'Enter item';
  if (!(await agentOperationsOf(user)).has('CreateItem')) return <NotOffered title={title} />;
  const search = await searchParams;
  const [{ key, write }, { issuers }] = await Promise.all([
    entryOf(user, 'CreateItem', search),
    issuersOf(user),
  ]);
  const names = new Map((issuers ?? []).map((one) => [one.customerIssuerId, one.name]));
  if (write)
    return (
      <EntryOutcome
        key={write.id}
        user={user.id}
        write={write}
        issuerName={names.get(write.issuer ?? 0) ?? ''}
        stages={stages()}
      />
    );
  const drafts = (await draftsOf(user, names)).filter(({ id }) => id !== key);
  return (
    <>
      <PageHeader title={title} />
      {key ? (
        <EntryForm
          key={key}
          user={user.id}
          entry={key}
          issuers={issuers ?? []}
          choices={choices()}
          saved={await readDraft(dashboard(), user, key)}
          outcome={routes.newItem({ entry: key, sent: true })}
          item={null}
          current={null}
          {...clock()}
        />
      ) : (
        <OpenNewItem user={user.id} isLike={only(search.like) !== undefined} {...clock()} />
      )}
      <DraftList user={user.id} drafts={drafts} zone={clock().zone} />
    </>
  );
});

type EditProps = { params: Promise<{ issuer: string; item: string }>; searchParams: Promise<SearchParams> };

export const EditItemPage = slowPage(async ({ params, searchParams }: EditProps) => {
  const { issuer: issuerSegment, item: itemSegment } = await params;
  const item = readIssuer(itemSegment);
  const user = await requireUser(routes.editItem(Number(issuerSegment), Number(itemSegment)));
  requireWriter(user, 'UpdateItem');
  const { customerIssuerId: issuer, name: issuerName } = await requireIssuer(issuerSegment, user);
  if (item === null) notFound();
  const title = `Change item ${item}`;
  if (!(await agentOperationsOf(user)).has('UpdateItem')) return <NotOffered title={title} />;
  const search = await searchParams;
  const [{ key, write }, { issuers }] = await Promise.all([
    entryOf(user, 'UpdateItem', search),
    issuersOf(user),
  ]);
  if (write)
    return (
      <EntryOutcome key={write.id} user={user.id} write={write} issuerName={issuerName} stages={stages()} />
    );
  const here = routes.editItem(issuer, item);
  if (!key) return <OpenEntry formName={editFormName(user.id, issuer, item)} to={here} />;
  const found = await readUpstream(user, 'GetItem', { customerIssuerId: issuer, itemId: item }).catch(
    (error: unknown) => {
      if (isApiError(error)) return error;
      throw error;
    },
  );
  if (isApiError(found)) {
    if (found.code === 'not_found') notFound();
    const { code, message, requestId } = found;
    return (
      <>
        <PageHeader kicker={issuerName} title={title} />
        <ErrorPanel error={{ code, message, requestId }} title="The item could not be loaded" />
      </>
    );
  }
  // The number that the work queue shows.
  const shownTitle = `Change item ${found.displayTransactionId ?? item}`;
  if (!(openStages as readonly string[]).includes(found.stage))
    return (
      <>
        <PageHeader kicker={issuerName} title={shownTitle} />
        <EmptyState
          title={`The item is ${(stages()[found.stage] ?? found.stage).toLowerCase()}`}
          action={<LinkButton href={routes.opsQueue()}>Open work queue</LinkButton>}
        >
          Only an open item can be changed.
        </EmptyState>
      </>
    );
  return (
    <>
      <PageHeader
        kicker={issuerName}
        title={shownTitle}
        description={
          found.stage === 'Entered'
            ? undefined
            : 'A change discards the approval that was given, and the item is entered again.'
        }
      />
      <EntryForm
        key={key}
        user={user.id}
        entry={key}
        issuers={issuers ?? []}
        choices={choices()}
        saved={await readDraft(dashboard(), user, key)}
        outcome={routes.editItem(issuer, item, { entry: key, sent: true })}
        item={{ issuer, id: item }}
        current={{
          version: found.version,
          content: JSON.parse(JSON.stringify(found.content, digits)),
          accountNames: await accountNames(user, issuer, found.content),
        }}
        {...clock()}
      />
    </>
  );
});

/** Names of the accounts that a content has by number only. */
async function accountNames(
  user: User,
  issuer: number,
  content: ItemContent,
): Promise<Record<string, string>> {
  const named = new Set([
    ...content.lines.map((line) => line.systemShareholderId),
    content.sourcePosition?.systemShareholderId,
    content.systemShareholderId,
  ]);
  const { shareholders } = await readUpstream(user, 'GetShareholderDetailsList', {
    customerIssuerId: issuer,
  }).catch(() => ({ shareholders: [] }));
  return Object.fromEntries(
    shareholders.flatMap(({ systemShareholderId: id, name }) =>
      id && name && named.has(id) ? [[`${id}`, name]] : [],
    ),
  );
}

/** Shares beyond 2^53 as their digits: what a page passes to the browser has no such numbers. */
const digits = (_name: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value);
