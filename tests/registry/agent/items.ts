// Users, certificates, contents and steps of items, for tests of agent operations.

import { expect } from 'vitest';
import type { Registry } from '../boot.ts';

export type Actor = { email: string; firstName: string; lastName: string };
export const clerk: Actor = { email: 'clerk@harborline.example', firstName: 'Casey', lastName: 'Lindqvist' };
export const operator: Actor = {
  email: 'operator@harborline.example',
  firstName: 'Robin',
  lastName: 'Okafor',
};

type Source = {
  id: number;
  name: string;
  number: string;
  shares: number;
  holderId: number;
  classId: number;
  issuerId: bigint;
  form: string;
};

/** Outstanding certificates of an issuer without restriction or stop, of individuals. */
export async function someCertificates(
  { database }: Registry,
  issuer: number,
  count: number,
): Promise<Source[]> {
  const { rows } = await database.pool.query(
    `select c.id, h.name, c.prefix || '-' || c.number as number, c.shares, c.holder_id, c.class_id, c.issuer_id, c.form
       from certificate c join issuer i on i.id = c.issuer_id join holder h on h.id = c.holder_id
      where i.customer_id = $1 and c.canceled_on = '9999-12-31' and c.restriction = 'N' and c.shares > 300
        and h.account_type = 'Individual' and not c.is_treasury and h.name2 = ''
        and h.bad_address_since is null
        and not exists (select 1 from stop s where s.issuer_id = c.issuer_id and s.certificate_id = c.id)
        and not exists (select 1 from item_certificate p
                         where p.issuer_id = c.issuer_id and p.certificate_id = c.id)
      order by c.id limit $2`,
    [issuer, count],
  );
  return rows.map((row) => ({
    id: Number(row.id),
    name: row.name,
    number: row.number,
    shares: Number(row.shares),
    holderId: Number(row.holder_id),
    classId: Number(row.class_id),
    issuerId: row.issuer_id,
    form: row.form,
  }));
}

export async function someCertificate(registry: Registry, issuer: number): Promise<Source> {
  const [first] = await someCertificates(registry, issuer, 1);
  expect(first).toBeDefined();
  return first!;
}

/** One that is a book entry, so that no paper has to come back. */
export async function someBookEntry(registry: Registry, issuer: number): Promise<Source> {
  const found = (await someCertificates(registry, issuer, 1000)).find((one) => one.form === 'BookEntry');
  expect(found).toBeDefined();
  return found!;
}

/** Another account of the issuer, whose tax ID is certified. */
export async function otherAccount({ database }: Registry, source: Source): Promise<number> {
  const { rows } = await database.pool.query(
    `select a.holder_id from account a join holder h on h.id = a.holder_id
      where a.issuer_id = $1 and a.holder_id > $2 and not h.is_nominee and a.role = 'holder'
        and h.tax_certified
      order by a.holder_id limit 1`,
    [source.issuerId, source.holderId],
  );
  return Number(rows[0].holder_id);
}

/** A sale of shares of a certificate to another account, with everything it needs. */
export async function saleContent(registry: Registry, source: Source, shares: number) {
  return {
    kind: 'Transfer',
    caseCode: 'Sale',
    receivedAt: '2026-11-20T09:00:00-05:00',
    channel: 'Mail',
    presentor: { name: 'Meridian Clearing LLC', reference: `MC-${source.id}` },
    certificates: [{ prefixAndCertificateNumber: source.number, isPaperHere: true }],
    securityTypeId: source.classId,
    lines: [{ systemShareholderId: await otherAccount(registry, source), shares }],
    pricePerShare: '10.00',
    guarantees: [
      {
        signer: source.name,
        program: 'STAMP',
        prefix: 'Z',
        serial: '0012345',
        guarantorName: 'First Bank',
        date: '2026-11-18',
      },
    ],
    documents: [
      { kind: 'Assignment', state: 'Original', date: '2026-11-18' },
      { kind: 'TaxForm', state: 'Original' },
    ],
    facts: { assignmentDate: '2026-11-18', signers: 1 },
  };
}

type Item = { itemId: number; version: number; customerIssuerId: number };
// biome-ignore lint/suspicious/noExplicitAny: answers are read loosely and compared as a whole.
type Answer = any;

/** The operations of an item as a test uses them. */
export function steps(registry: Registry) {
  const send = async (path: string, body: object): Promise<Answer> => {
    const response = await registry.call(`/agent/v1/items${path}`, { body });
    expect([response.status, response.text]).toEqual([200, expect.any(String)]);
    return response.body;
  };
  return {
    enter: (customerIssuerId: number, content: object, actor: Actor) =>
      send('/create', { customerIssuerId, content, actor }),
    check: (customerIssuerId: number, content: object) => send('/check', { customerIssuerId, content }),
    async take(step: string, items: readonly Item[], actor: Actor, more: object = {}): Promise<Answer> {
      const list = items.map(({ itemId, version }) => ({ itemId, version }));
      return (await send(`/${step}`, { items: list, actor, ...more })).results;
    },
    async detail({ customerIssuerId, itemId }: Item): Promise<Answer> {
      const query = `customerIssuerId=${customerIssuerId}&itemId=${itemId}`;
      const response = await registry.call(`/agent/v1/items/detail?${query}`);
      expect(response.status).toBe(200);
      return response.body;
    },
  };
}

/** Enters, submits, approves and posts an item; warnings are acknowledged. Returns it as posted. */
export async function carryOut(registry: Registry, issuer: number, content: object): Promise<Answer> {
  const { enter, take, detail } = steps(registry);
  const entered = await enter(issuer, content, clerk);
  expect(await take('submit', [entered], clerk)).toMatchObject([{ code: '', message: '', isDone: true }]);
  const acknowledged = entered.obstacles;
  const approved = await take('approve', [await detail(entered)], operator, { acknowledged });
  expect(approved).toMatchObject([{ code: '', message: '', isDone: true }]);
  const posted = await take('post', [await detail(entered)], operator, { acknowledged });
  expect(posted).toMatchObject([{ code: '', message: '', isDone: true, stage: 'Posted' }]);
  return detail(entered);
}

/** Enters, submits and approves an item; warnings are acknowledged. Returns it as it is ready to post. */
export async function readyItem(registry: Registry, issuer: number, content: object): Promise<Answer> {
  const { enter, take, detail } = steps(registry);
  const entered = await enter(issuer, content, clerk);
  expect(await take('submit', [entered], clerk)).toMatchObject([{ message: '', isDone: true }]);
  const { obstacles: acknowledged } = entered;
  const approved = await take('approve', [await detail(entered)], operator, { acknowledged });
  expect(approved).toMatchObject([{ message: '', isDone: true }]);
  return detail(entered);
}

/** Received from the issuer on the demo's last day. */
export const received = { receivedAt: '2026-11-20T09:00:00-05:00', channel: 'Issuer' } as const;

/** The obstacles of a content that refuse or hold, as code and field. */
export async function obstaclesOf(registry: Registry, issuer: number, content: object): Promise<string[]> {
  const { obstacles } = await steps(registry).check(issuer, content);
  return obstacles
    .filter((one: Answer) => one.effect !== 'Warns' && !one.isCleared)
    .map((one: Answer) => `${one.code} ${one.field}`.trim());
}
