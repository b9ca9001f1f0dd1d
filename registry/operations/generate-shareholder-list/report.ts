import type { PoolClient } from 'pg';
import type { CalendarDate } from '#lib/format/dates';
import { classesOf, type SecurityClass } from '#registry/queries/classes';
import {
  certificatesByHolder,
  type RegisterSelection,
  summedRows,
  taxLotRows,
} from '#registry/queries/reports/certificates-by-holder';
import { listContent } from '#registry/queries/reports/certified-list';
import { controlOutstanding } from '#registry/queries/reports/control-balances';
import type { ExtraSheet, Fact, Item, ReportDocument } from '#registry/render/document';
import { certificateName, registration } from '../parts/display-text.ts';
import { controlBookProof } from '../parts/report/control-book-proof.ts';
import {
  addressFilter,
  type ChosenFilter,
  classFilter,
  restrictionFilter,
  securityFilter,
} from '../parts/report/filters.ts';
import type { Report } from '../parts/report/generate.ts';
import type { OrderFor } from '../parts/report/order.ts';
import { reportHeader } from '../parts/report/report-header.ts';
import {
  addEntry,
  detailedEntries,
  emptySums,
  type ListEntry,
  type ListSums,
  summedEntries,
} from '../parts/report/shareholder-groups.ts';
import { verdictSentence } from '../parts/report/verdict.ts';
import { issuerAsOf } from '../parts/request/coverage.ts';
import { certificateColumns, type ListOptions, listColumns, listRow, subCells } from './columns.ts';

export const generateShareholderList: Report<'GenerateShareholderList'> = {
  name: 'ShareholderList',
  covers: (db, ctx, input) => issuerAsOf(db, ctx, input.customerIssuerId, 'cutoff', input.cutoff),
  isUrgent: (input) => input.customerShareholderId !== undefined,
  document: shareholderList,
};

/**
 * The registered shareholder list: one row per account and class in name order, certificates below it on
 * request, totals of outstanding shares per class, canceled ones separately. Reads through `client`, which must
 * be inside a snapshot and must not be used otherwise until the document is complete.
 */
async function shareholderList(
  client: PoolClient,
  order: OrderFor<'GenerateShareholderList'>,
): Promise<ReportDocument> {
  const { input, cutoff } = order;
  const { issuer, head } = await reportHeader(client, order, chosenFilters(input));
  const classes = await classesOf(client, issuer.id, cutoff, classFilter(input.filterSecurityType));
  const byId = new Map(classes.map((each) => [each.id, each]));
  const book = await controlOutstanding(client, issuer.id, cutoff);
  const selection: RegisterSelection = {
    issuerId: issuer.id,
    cutoff,
    classIds: classes.map((each) => each.id),
    customerShareholderId: input.customerShareholderId,
    prefix: input.prefix || undefined,
    certificates: input.certificateInfoStatus,
    restriction: input.restrictionStatus,
    address: input.addressStatus,
  };
  const options: ListOptions = { ...input, showCanceled: input.certificateInfoStatus !== 'Outstanding' };
  const isWhole =
    !selection.customerShareholderId &&
    !selection.prefix &&
    selection.certificates !== 'Canceled' &&
    selection.restriction === 'All' &&
    selection.address === 'All';

  return {
    ...head,
    title: 'Registered shareholder list',
    tables: [
      {
        id: 'holders',
        name: 'Shareholders',
        columns: listColumns(options),
        ...(input.showCertificateDetails && {
          sub: { name: 'Certificates', columns: certificateColumns, keys: [0, 1, 3] },
        }),
      },
    ],
    open: () => {
      const sums = new Map<bigint, ListSums>();
      const withAddresses = input.showAddressInfo || input.showContactInfo;
      const entries = input.showCertificateDetails
        ? detailedEntries(certificatesByHolder(client, selection, withAddresses), cutoff)
        : summedEntries(summedRows(client, selection, withAddresses));
      return {
        items: items(entries, byId, sums, cutoff, options),
        closing: async () => {
          const totals = classes.flatMap((each) =>
            controlTotals(each, sums.get(each.id) ?? emptySums(), options),
          );
          const footnotes = ['Totals count shares outstanding on the date; treasury shares are not listed.'];
          if (!isWhole) return { totals, footnotes };
          // Over accounts in the order of their ids; the list is in that of names.
          const { digest } = await listContent(client, issuer.id, cutoff, selection.classIds);
          return {
            totals: [...totals, ['Content digest (SHA-256)', digest]],
            contentDigest: digest,
            proof: controlBookProof(book, classes, (id) => sums.get(id)?.outstanding ?? 0n),
            verdict: await verdictSentence(client, order, issuer),
            footnotes,
          };
        },
      };
    },
    ...(input.includeTaxLots && !input.isPDF && { extraSheets: [taxLotSheet(client, selection, byId)] }),
  };
}

async function* items(
  entries: AsyncIterable<ListEntry>,
  classes: ReadonlyMap<bigint, SecurityClass>,
  sums: Map<bigint, ListSums>,
  cutoff: CalendarDate,
  options: ListOptions,
): AsyncGenerator<Item> {
  const cells = listRow(options);
  for await (const entry of entries) {
    const ofClass = classes.get(entry.classId);
    if (!ofClass) throw new Error('A certificate belongs to a class the issuer does not have.');
    addEntry(sums, entry);
    yield { kind: 'row', cells: cells(entry, ofClass) };
    for (const row of entry.certificates)
      yield { kind: 'sub', cells: subCells(row, ofClass, cutoff, options) };
  }
}

function controlTotals(ofClass: SecurityClass, sums: ListSums, options: ListOptions): Fact[] {
  const kind = ofClass.isDollar ? 'dollars' : 'shares';
  const totals: Fact[] = [
    [`${ofClass.name}: accounts`, { kind: 'integer', value: sums.holders }],
    [`${ofClass.name}: outstanding`, { kind, value: sums.outstanding }],
    [`${ofClass.name}: restricted`, { kind, value: sums.restricted }],
    [`${ofClass.name}: unrestricted`, { kind, value: sums.outstanding - sums.restricted }],
    [`${ofClass.name}: certificates`, { kind: 'integer', value: sums.certificates }],
  ];
  if (options.showCanceled) {
    totals.push([`${ofClass.name}: canceled certificates`, { kind: 'integer', value: sums.canceled }]);
  }
  return totals;
}

function chosenFilters(input: OrderFor<'GenerateShareholderList'>['input']): ChosenFilter[] {
  const filters: ChosenFilter[] = [
    securityFilter(input.filterSecurityType),
    ['Certificates', input.certificateInfoStatus],
    restrictionFilter(input.restrictionStatus),
    addressFilter(input.addressStatus),
  ];
  if (input.prefix) filters.push(['Prefix', input.prefix]);
  if (input.customerShareholderId) filters.push(['Account', input.customerShareholderId]);
  return filters;
}

/** Lots of the outstanding and canceled certificates of the list, one row per lot. */
function taxLotSheet(
  client: PoolClient,
  selection: RegisterSelection,
  classes: ReadonlyMap<bigint, SecurityClass>,
): ExtraSheet {
  return {
    name: 'Tax Lots',
    columns: [
      { header: 'Account', kind: 'text', weight: 12 },
      { header: 'Name', kind: 'text', weight: 36 },
      { header: 'Class', kind: 'text', weight: 20 },
      { header: 'Certificate', kind: 'text', weight: 14 },
      { header: 'Lot no.', kind: 'integer', weight: 6 },
      { header: 'Acquired', kind: 'date', weight: 12 },
      { header: 'Quantity', kind: 'shares', weight: 14 },
      { header: 'Cost/share', kind: 'price', weight: 14 },
      { header: 'Total cost', kind: 'money', weight: 16 },
      { header: 'Covered', kind: 'text', weight: 10 },
      { header: 'Method', kind: 'text', weight: 14 },
    ],
    rows: async function* () {
      for await (const row of taxLotRows(client, selection)) {
        yield [
          row.customer_id,
          registration(row),
          classes.get(row.class_id)?.name ?? '',
          certificateName(row.prefix, row.certificate_number),
          row.number,
          row.acquired_on,
          row.shares,
          row.cost_per_share,
          row.total_cost,
          row.is_covered ? 'Y' : 'N',
          row.method,
        ];
      }
    },
  };
}
