import type { PoolClient } from 'pg';
import { formatNumericDate } from '#lib/format/dates';
import { type Contact, contactsOf } from '#registry/queries/reports/contacts';
import type { Cell, Column, Item, ReportDocument } from '#registry/render/document';
import { date, text, yesNo } from '../parts/report/columns.ts';
import type { Report } from '../parts/report/generate.ts';
import type { OrderFor } from '../parts/report/order.ts';
import { reportHeader } from '../parts/report/report-header.ts';
import { anyIssuers } from '../parts/request/coverage.ts';

export const generateIssuerContacts: Report<'GenerateIssuerContacts'> = {
  name: 'IssuerContacts',
  covers: async (db, ctx, input) => ({
    ...(await anyIssuers(db, ctx, input.customerIssuerId)),
    cutoff: ctx.clock.today(),
  }),
  document: issuerContacts,
};

/** Readers of this report look for who may sign, so that column follows the name. */
const leading: readonly Column[] = [
  text('Name', 18),
  text('Title', 15),
  text('Role', 10),
  yesNo('Authorized to instruct issuance', 11),
  yesNo('Authorized to receive lists', 11),
];
const printedColumns: readonly Column[] = [
  ...leading,
  text('Contact', 35),
  text('Address', 22),
  text('Status', 15),
  date('Last confirmed', 10),
];
const sheetColumns: readonly Column[] = [
  ...leading,
  text('E-mail', 28),
  text('Phone', 14),
  text('Mobile', 14),
  text('Address', 36),
  text('Status', 10),
  date('Active since', 12),
  date('Inactive since', 12),
  date('Last confirmed', 12),
];

/** The contacts of an issuer, and what they may instruct. */
async function issuerContacts(
  client: PoolClient,
  order: OrderFor<'GenerateIssuerContacts'>,
): Promise<ReportDocument> {
  const { input, issuerIds, format } = order;
  const { head, issuers } = await reportHeader(client, order, [['Contacts', input.status]]);
  const contacts = Map.groupBy(await contactsOf(client, issuerIds, input.status), (each) => each.issuer_id);
  const all = [...contacts.values()].flat();
  const isPdf = format === 'pdf';
  return {
    ...head,
    title: 'Issuer contacts',
    tables: [
      {
        id: 'contacts',
        name: 'Contacts',
        columns: isPdf ? printedColumns : sheetColumns,
        ...(order.isAllIssuers && { sectionColumn: 'Issuer' }),
      },
    ],
    open: () => ({
      items: items(),
      closing: () => ({
        totals: [
          ['Contacts', all.length],
          ['Authorized to instruct issuance, active', authorized(all, (each) => each.may_instruct_issuance)],
          ['Authorized to receive lists, active', authorized(all, (each) => each.may_receive_lists)],
        ],
      }),
    }),
  };

  function* items(): Generator<Item> {
    for (const issuer of issuers) {
      const ofIssuer = contacts.get(issuer.id) ?? [];
      if (order.isAllIssuers && ofIssuer.length > 0) {
        yield { kind: 'section', table: 'contacts', title: `${issuer.name} (${issuer.customerId})` };
      }
      for (const each of ofIssuer)
        yield { kind: 'row', cells: isPdf ? printedCells(each) : sheetCells(each) };
    }
  }
}

function authorized(contacts: readonly Contact[], may: (each: Contact) => boolean): number {
  return contacts.filter((each) => each.status === 'Active' && may(each)).length;
}

function leadingCells(each: Contact): Cell[] {
  return [each.name, each.title, each.role, each.may_instruct_issuance, each.may_receive_lists];
}

function printedCells(each: Contact): Cell[] {
  const since = [
    each.status,
    `since ${formatNumericDate(each.status === 'Inactive' ? each.inactive_since : each.active_since)}`,
  ];
  return [
    ...leadingCells(each),
    [each.email, each.phone, each.mobile && `Mobile ${each.mobile}`],
    each.address,
    since.join(' '),
    each.confirmed_on,
  ];
}

function sheetCells(each: Contact): Cell[] {
  return [
    ...leadingCells(each),
    each.email,
    each.phone,
    each.mobile,
    each.address,
    each.status,
    each.active_since,
    each.inactive_since,
    each.confirmed_on,
  ];
}
