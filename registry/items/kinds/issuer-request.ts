import type { IssuerRequest } from '#lib/contract/agent/request';
import { addContactIn, changeContactIn } from '#registry/ledger/core/record-verbs';
import { type KindRules, nothingPrepared, type Prepared, type Work } from '../item-work.ts';
import { type Obstacle, refuses } from '../obstacle.ts';

/**
 * What an issuer asks for that moves no shares. Posting says that it is done; a change of contact is then written to the
 * contacts of the issuer.
 */
export const issuerRequestRules: KindRules = { transaction: null, isCounted: false, prepare };

async function prepare(work: Work): Promise<Prepared> {
  const { request, reason } = work.content;
  const change = request?.contactChange;
  if (change) return prepareContact(work, change);
  const isAsked = !!request || !!reason?.trim();
  const obstacles = isAsked ? [] : [refuses('incomplete', 'reason', 'Say what the issuer asks for.')];
  return { ...nothingPrepared, obstacles, run: async () => null };
}

type Change = NonNullable<IssuerRequest['contactChange']>;

async function prepareContact(work: Work, change: Change): Promise<Prepared> {
  const { book, content, today } = work;
  const field = 'request.contactChange.name';
  const { rows } = await book.tx.query<{ id: bigint }>(
    `select id from contact where issuer_id = $1 and lower(name) = lower($2) and status = 'Active' order by id`,
    [book.issuerId, change.name.trim()],
  );
  const [found, second] = rows;
  const obstacles: Obstacle[] = [];
  if (change.action === 'Add' && found)
    obstacles.push(refuses('knownContact', field, `${change.name} is a contact already.`, ['O15']));
  if (change.action !== 'Add' && (!found || second))
    obstacles.push(
      refuses(
        'unknownContact',
        field,
        found
          ? `${book.issuerName} has several contacts named ${change.name}.`
          : `${book.issuerName} has no active contact ${change.name}.`,
        ['O02'],
      ),
    );
  const day = content.effectiveDate && content.effectiveDate < today ? content.effectiveDate : today;
  const details = {
    title: change.title ?? undefined,
    email: change.email ?? undefined,
    phone: change.phone ?? undefined,
    address: change.address ?? undefined,
    mayInstructIssuance: change.mayInstructIssuance ?? undefined,
    mayReceiveLists: change.mayReceiveLists ?? undefined,
  };
  const write = async () => {
    if (change.action === 'Add') {
      const rights = { mayInstructIssuance: false, mayReceiveLists: false };
      const given = { title: '', ...rights, ...defined(details) };
      const name = change.name.trim();
      await addContactIn(book, {
        ...{ issuerId: book.issuerId, name, role: given.title, activeSince: day, confirmedOn: today },
        ...given,
      });
    } else
      await changeContactIn(book, {
        ...{ contactId: found!.id, confirmedOn: today },
        ...(change.action === 'End' ? { endsOn: day } : details),
      });
  };
  return {
    ...nothingPrepared,
    obstacles,
    run: async () => {
      // A trial writes nothing; contacts are not part of the book.
      if (!book.isTrial) await write();
      return null;
    },
  };
}

/** Without what was left out, which would otherwise take the place of what is given before it. */
const defined = <T extends object>(given: T) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
