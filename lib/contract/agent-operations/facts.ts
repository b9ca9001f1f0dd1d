// Contract of read operations beyond the interface, such as control book, stops and past holders.

import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  address,
  anyIssuerId,
  asOfDate,
  customerIssuerId,
  customerShareholderId,
  dateString,
  field,
  fromDate,
  pageRows,
  pageStart,
  shareCount,
  toDate,
} from '../fields.ts';
import { holdingCertificate } from '../operations/certificate.ts';
import { ownershipPercentage } from '../operations/report-read.ts';
import { statusTransactions } from '../operations/transaction.ts';

const ofIssuer = { by: 'field', field: 'customerIssuerId', null: 'refused' } as const;
const page = { start: pageStart.default(0), numberOfRows: pageRows.default(100) };
const paged = { start: 'start', rows: 'numberOfRows', total: 'totalRecords' } as const;
const period = { startDate: fromDate, endDate: toDate };
const year = { startDate: '2026-01-01', endDate: '2026-11-20' };

const classId = z.int().positive().meta({
  title: 'Security',
  description: 'One class only, by its security type ID. Left out: every class.',
  control: 'number',
  group: 'What',
});
const ofClass = { securityTypeId: z.int(), security: z.string() };

/** Money and prices as exact decimal text. */
const money = z.string();
/** yyyy-mm-dd, or null. */
const day = z.string().nullable();

const GetRejections = endpoint({
  section: 'Agent',
  method: 'GET',
  path: '/agent/v1/rejections',
  kind: 'read',
  access: 'staff',
  summary: 'Rejected items by day of rejection',
  query: z.object({ customerIssuerId: anyIssuerId.optional(), ...period, ...page }),
  response: z.looseObject({
    totalRecords: z.int(),
    rejections: z.array(
      z.looseObject({
        rejectNumber: z.int(),
        customerIssuerId: z.int(),
        issuerName: z.string(),
        /** DTC, Medallion or Other. The rejection list has the first two only. */
        kind: z.string(),
        receivedDate: z.string(),
        rejectedDate: z.string(),
        businessDays: z.int(),
        securityTypeId: z.int().nullable(),
        security: z.string(),
        cusip: z.string(),
        /** Null: what was rejected has no transaction, such as a stop request. */
        transactionId: z.int().nullable(),
        controlTransactionId: z.int().nullable(),
        presentor: z.string(),
        presentorAddress: z.string(),
        participantNumber: z.string(),
        guarantor: z.string(),
        medallionPrefix: z.string(),
        medallionSerial: z.string(),
        customerShareholderId: z.string().nullable(),
        registeredHolder: z.array(z.string()),
        certificates: z.string(),
        shares: shareCount,
        value: money.nullable(),
        reasonCode: z.string(),
        reason: z.string(),
        noticeTo: z.string(),
        noticeDate: day,
        returnedHow: z.string(),
        representedAsTransactionId: z.int().nullable(),
      }),
    ),
  }),
  issuer: { by: 'field', field: 'customerIssuerId', null: 'all' },
  paging: { ...paged, items: 'rejections' },
  sensitive: { contact: ['rejections[].presentorAddress'] },
  example: { request: { customerIssuerId: 1001, ...year } },
});

const GetControlBook = endpoint({
  section: 'Agent',
  method: 'GET',
  path: '/agent/v1/control-book',
  kind: 'read',
  access: 'staff',
  summary: 'Control book of a period with its balances and open record differences',
  query: z.object({ customerIssuerId, ...period, ...page }),
  response: z.looseObject({
    /** Opening balances at the close of the day before the period, closing ones at the close of its last day. */
    classes: z.array(
      z.looseObject({
        ...ofClass,
        isUnlimited: z.boolean(),
        openingAuthorized: shareCount,
        openingIssued: shareCount,
        openingTreasury: shareCount,
        openingReserved: shareCount,
        closingAuthorized: shareCount,
        closingIssued: shareCount,
        closingTreasury: shareCount,
        closingReserved: shareCount,
      }),
    ),
    totalRecords: z.int(),
    /** By effective date; transfers change no balance and are in `transfers`. */
    entries: z.array(
      z.looseObject({
        controlEntryId: z.int(),
        ...ofClass,
        effectiveDate: z.string(),
        recordedAt: z.string(),
        kind: z.string(),
        subKind: z.string(),
        creditedShares: shareCount,
        debitedShares: shareCount,
        treasuryDelta: shareCount,
        reservedDelta: shareCount,
        authorizedDelta: shareCount,
        authority: z.string(),
        transactionId: z.int().nullable(),
        controlTransactionId: z.int().nullable(),
        note: z.string(),
      }),
    ),
    transfers: z.array(
      z.looseObject({
        ...ofClass,
        month: z.string(),
        items: z.int(),
        debitedShares: shareCount,
        creditedShares: shareCount,
      }),
    ),
    openRecordDifferences: z.array(
      z.looseObject({
        ...ofClass,
        openedOn: z.string(),
        daysOpen: z.int(),
        existedSince: z.string(),
        shares: shareCount,
        cause: z.string(),
        isByPriorAgent: z.boolean(),
        note: z.string(),
        price: money.nullable(),
      }),
    ),
  }),
  issuer: ofIssuer,
  paging: { ...paged, items: 'entries' },
  example: { request: { customerIssuerId: 1001, ...year } },
});

const GetRollForwardNotes = endpoint({
  section: 'Agent',
  method: 'GET',
  path: '/agent/v1/roll-forward-notes',
  kind: 'read',
  access: 'staff',
  summary: 'Reversals of a period, and late postings that restated its opening',
  query: z.object({ customerIssuerId, ...period }),
  response: z.looseObject({
    /** Reversals of which either side takes effect in the period. */
    reversals: z.array(
      z.looseObject({
        controlTransactionId: z.int(),
        transactionId: z.int(),
        effectiveDate: z.string(),
        reversesControlTransactionId: z.int(),
        reversesTransactionId: z.int(),
        reversesEffectiveDate: z.string(),
      }),
    ),
    /** Transactions effective before the first day and posted on it or later, by class. */
    restatements: z.array(
      z.looseObject({
        ...ofClass,
        controlTransactionId: z.int(),
        transactionId: z.int(),
        effectiveDate: z.string(),
        processedDate: z.string(),
        netOutstanding: shareCount,
        accounts: z.int(),
      }),
    ),
    /** Whether the lists are whole; each has at most 1,000 rows. */
    isWhole: z.boolean(),
  }),
  issuer: ofIssuer,
  example: { request: { customerIssuerId: 1001, ...year } },
});

const GetTurnaround = endpoint({
  section: 'Agent',
  method: 'GET',
  path: '/agent/v1/turnaround',
  kind: 'read',
  access: 'staff',
  summary: 'Turnaround of the items received in a period, and its months',
  query: z.object({ customerIssuerId, ...period, ...page }),
  response: z.looseObject({
    months: z.array(
      z.looseObject({
        month: z.string(),
        routineItems: z.int(),
        withinThreeBusinessDays: z.int(),
        isPassed: z.boolean(),
      }),
    ),
    totalRecords: z.int(),
    items: z.array(
      z.looseObject({
        transactionId: z.int(),
        controlTransactionId: z.int(),
        typeCode: z.string(),
        subKind: z.string(),
        status: z.string(),
        isRoutine: z.boolean(),
        receivedDate: z.string(),
        countedFrom: z.string(),
        dueDate: z.string(),
        completedDate: day,
        rejectedDate: day,
        /** Business days to completion or rejection, or to today while pending; null when canceled. */
        businessDays: z.int().nullable(),
        /** Null while it is neither done nor overdue, and when canceled. */
        isWithin: z.boolean().nullable(),
        /** Whether the month's sums count it. */
        isCounted: z.boolean(),
      }),
    ),
  }),
  issuer: ofIssuer,
  paging: { ...paged, items: 'items' },
  example: { request: { customerIssuerId: 1001, ...year } },
});

const GetCertificatesAsOf = endpoint({
  section: 'Agent',
  method: 'GET',
  path: '/agent/v1/certificates',
  kind: 'read',
  access: 'staff',
  summary: 'Certificates outstanding or canceled as of a day, without treasury',
  query: z.object({
    customerIssuerId,
    cutoff: asOfDate,
    status: z
      .enum(['Outstanding', 'Canceled', 'All'])
      .default('Outstanding')
      .meta({ title: 'Status', description: 'Status of the certificates on that day.', group: 'What' }),
    securityTypeId: classId.optional(),
    customerShareholderId: customerShareholderId.optional(),
    ...page,
  }),
  response: z.looseObject({
    totalRecords: z.int(),
    certificates: z.array(
      z.looseObject({
        controlCertificateId: z.int(),
        customerCertificateId: z.int().nullable(),
        prefixAndCertificateNumber: z.string(),
        ...ofClass,
        customerShareholderId: z.string(),
        systemShareholderId: z.int(),
        shareholderName: z.string(),
        shares: shareCount,
        restrictionCode: z.string(),
        restriction: z.string(),
        form: z.string(),
        issued: z.string(),
        /** Null when it was outstanding on that day, whatever happened later. */
        canceled: day,
        acquiredOn: z.string(),
        stops: z.array(z.looseObject({ kind: z.string(), placed: z.string() })),
      }),
    ),
  }),
  issuer: ofIssuer,
  paging: { ...paged, items: 'certificates' },
  example: { request: { customerIssuerId: 1001, cutoff: '2026-06-30' } },
});

const GetHoldersAsOf = endpoint({
  section: 'Agent',
  method: 'GET',
  path: '/agent/v1/holders',
  kind: 'read',
  access: 'staff',
  summary: 'Holders with outstanding shares as of a day',
  description: 'Positions are those of the day; registration and addresses are the current ones.',
  query: z.object({ customerIssuerId, cutoff: asOfDate, ...page }),
  response: z.looseObject({
    totalRecords: z.int(),
    shareholders: z.array(
      z.looseObject({
        customerShareholderId: z.string(),
        systemShareholderId: z.int(),
        name: z.string(),
        name2: z.string(),
        name3: z.string(),
        sortName: z.string(),
        type: z.string(),
        typeEnum: z.string(),
        primaryAddress: address.nullable(),
        mailingAddress: address.nullable(),
        securities: z.array(z.looseObject({ ...ofClass, shares: shareCount, certificates: z.int() })),
      }),
    ),
  }),
  issuer: ofIssuer,
  paging: { ...paged, items: 'shareholders' },
  sensitive: { contact: ['shareholders[].primaryAddress', 'shareholders[].mailingAddress'] },
  example: { request: { customerIssuerId: 1001, cutoff: '2026-06-30' } },
});

const GetProposals = endpoint({
  section: 'Agent',
  method: 'GET',
  path: '/agent/v1/proposals',
  kind: 'read',
  access: 'staff',
  summary: 'Proposals of a meeting with the votes on them',
  query: z.object({
    customerIssuerId,
    controlProxyId: z
      .int()
      .positive()
      .meta({ title: 'Meeting', description: 'The meeting, by its proxy ID.' }),
  }),
  response: z.looseObject({
    controlProxyId: z.int(),
    title: z.string(),
    status: z.string(),
    entitledShares: shareCount,
    votedShares: shareCount,
    notVotedShares: shareCount,
    quorum: z.string(),
    hasQuorum: z.boolean(),
    proposals: z.array(
      z.looseObject({
        number: z.int(),
        text: z.string(),
        recommendation: z.string(),
        standard: z.string(),
        isElection: z.boolean(),
        forShares: shareCount,
        againstShares: shareCount,
        withheldShares: shareCount,
        abstainShares: shareCount,
        brokerNonVoteShares: shareCount,
        notVotedShares: shareCount,
        /** Empty until the vote is closed. */
        result: z.string(),
        isCarried: z.boolean().nullable(),
      }),
    ),
  }),
  issuer: ofIssuer,
  example: { request: { customerIssuerId: 1001, controlProxyId: 100000001 } },
});

const GetDividendPayments = endpoint({
  section: 'Agent',
  method: 'GET',
  path: '/agent/v1/dividend-payments',
  kind: 'read',
  access: 'staff',
  summary: 'Payments of one dividend, account by account',
  query: z.object({
    customerIssuerId,
    dividendId: z
      .int()
      .positive()
      .meta({ title: 'Dividend', description: 'The dividend, by its number in the dividend list.' }),
    ...page,
  }),
  response: z.looseObject({
    dividendId: z.int(),
    type: z.string(),
    status: z.string(),
    /** False before the record date: the holders are not known yet. */
    isListed: z.boolean(),
    totalRecords: z.int(),
    /**
     * Of a paid dividend, on the first page: the plan shares bought from its payable day until the next dividend of the
     * class, by day and price, and the members' cash in dollars. Null where nothing is reinvested, and for a register that
     * was brought in: its earlier purchases are not known.
     */
    plan: z
      .looseObject({
        purchases: z.array(
          z.looseObject({
            controlTransactionId: z.int(),
            transactionId: z.int().nullable(),
            effectiveDate: z.string(),
            /** Business days after the payable day. */
            businessDays: z.int(),
            accounts: z.int(),
            shares: shareCount,
            price: money,
            cost: money,
          }),
        ),
        cashBefore: money,
        reinvested: money,
        cost: money,
        cashAfter: money,
        /** The members' cash as it is stored; null when a later dividend was payable, as that of an earlier day is not stored. */
        cashStored: money.nullable(),
        /** Cash after less cash stored; without the latter, cash below zero. */
        difference: money,
      })
      .nullish(),
    payments: z.array(
      z.looseObject({
        customerShareholderId: z.string(),
        systemShareholderId: z.int(),
        shareholderName: z.string(),
        shares: shareCount,
        /** For a stock dividend the cash for the fraction. */
        gross: money,
        withholdingCode: z.string(),
        withheld: money,
        net: money,
        method: z.string(),
        reference: z.string(),
        state: z.string(),
        newShares: shareCount,
        fractionNumerator: shareCount,
        fractionDenominator: shareCount,
        prefixAndCertificateNumber: z.string(),
      }),
    ),
  }),
  issuer: ofIssuer,
  paging: { ...paged, items: 'payments' },
  example: { request: { customerIssuerId: 1001, dividendId: 100000016 } },
});

const change = z.looseObject({
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});

const GetHolderChanges = endpoint({
  section: 'Agent',
  method: 'GET',
  path: '/agent/v1/holder-changes',
  kind: 'read',
  access: 'staff',
  summary: "Changes of one holder's record, newest first",
  query: z.object({
    customerIssuerId,
    customerShareholderId: field(customerShareholderId, { description: 'The account, by its account ID.' }),
    ...page,
  }),
  response: z.looseObject({
    totalRecords: z.int(),
    changes: z.array(
      z.looseObject({
        changedAt: z.string(),
        action: z.string(),
        byEmail: z.string(),
        byFirstName: z.string(),
        byLastName: z.string(),
        clientId: z.string(),
        /** Name, type, tax and other fields; tax IDs show their last four digits. */
        registration: z.array(change),
        /** Lines of the two addresses with e-mail and phone. */
        contact: z.array(change),
      }),
    ),
  }),
  issuer: ofIssuer,
  paging: { ...paged, items: 'changes' },
  sensitive: { contact: ['changes[].contact'] },
  example: { request: { customerIssuerId: 1001, customerShareholderId: 'H-100010' } },
});

const GetPositionMovements = endpoint({
  section: 'Agent',
  method: 'GET',
  path: '/agent/v1/position-movements',
  kind: 'read',
  access: 'staff',
  summary: 'Movements of a nominee’s position, newest first',
  query: z.object({
    customerIssuerId,
    controlCertificateId: z.int().positive().meta({
      title: 'Certificate',
      description: 'The position, by the registry ID of its certificate.',
      control: 'number',
      group: 'What',
    }),
    ...page,
  }),
  response: z.looseObject({
    /** 0 for a certificate that is no position. */
    totalRecords: z.int(),
    movements: z.array(
      z.looseObject({
        /** 0 for the first one. */
        movement: z.int(),
        effectiveDate: z.string(),
        controlTransactionId: z.int(),
        transactionId: z.int(),
        transactionTypeCode: z.string(),
        transactionSubType: z.string(),
        /** Less than 0 for what left the position. */
        movedShares: shareCount,
        balance: shareCount,
      }),
    ),
  }),
  issuer: ofIssuer,
  paging: { ...paged, items: 'movements' },
  example: { request: { customerIssuerId: 1001, controlCertificateId: 100000001 } },
});

const GetStops = endpoint({
  section: 'Agent',
  method: 'GET',
  path: '/agent/v1/stops',
  kind: 'read',
  access: 'staff',
  summary: 'Stops on the certificates of an issuer, newest first',
  query: z.object({
    customerIssuerId,
    status: z
      .enum(['All', 'Active', 'Released'])
      .default('All')
      .meta({ title: 'Status', description: 'Whether the stop is active today.', group: 'What' }),
    controlCertificateId: z
      .int()
      .positive()
      .meta({
        title: 'Certificate',
        description: 'One certificate only, by its registry ID. Left out: every certificate.',
        control: 'number',
        group: 'What',
      })
      .optional(),
    ...page,
  }),
  response: z.looseObject({
    totalRecords: z.int(),
    stops: z.array(
      z.looseObject({
        stopId: z.int(),
        controlCertificateId: z.int(),
        prefixAndCertificateNumber: z.string(),
        ...ofClass,
        customerShareholderId: z.string(),
        shareholderName: z.string(),
        shares: shareCount,
        kind: z.string(),
        placed: z.string(),
        /** Who recorded it; empty when that was not kept. The same for the release. */
        placedBy: z.string(),
        demandedBy: z.string(),
        document: z.string(),
        expires: day,
        released: day,
        releasedBy: z.string(),
        releaseReason: z.string(),
        releaseDocument: z.string(),
        note: z.string(),
        /** The transaction that released it, if one did. */
        transactionId: z.int().nullable(),
        controlTransactionId: z.int().nullable(),
      }),
    ),
  }),
  issuer: ofIssuer,
  paging: { ...paged, items: 'stops' },
  example: { request: { customerIssuerId: 1001 } },
});

const GetIssuerBooks = endpoint({
  section: 'Agent',
  method: 'GET',
  path: '/agent/v1/books',
  kind: 'read',
  access: 'staff',
  summary: 'The first day that the books of an issuer cover',
  query: z.object({ customerIssuerId }),
  response: z.looseObject({
    customerIssuerId: z.int(),
    /** An earlier cutoff is refused; null: every day since the first issuance. */
    booksFrom: day,
  }),
  issuer: ofIssuer,
  example: { request: { customerIssuerId: 1001 } },
});

const SearchRegister = endpoint({
  section: 'Agent',
  method: 'GET',
  path: '/agent/v1/search',
  kind: 'read',
  access: 'staff',
  summary: 'Holders by name or ID, certificates and transactions by number',
  description: 'Holders are those with outstanding shares today; at most `numberOfRows` of each kind.',
  query: z.object({
    customerIssuerId,
    text: z.string().min(1).max(100).meta({
      title: 'Search text',
      description: 'Beginnings of words of a name, the beginning of a shareholder ID, or a number in full.',
      control: 'text',
      group: 'What',
    }),
    numberOfRows: z.int().min(1).max(100).default(20).meta({
      title: 'Number of rows',
      description: 'Most rows of each kind, 1 to 100.',
      control: 'number',
    }),
  }),
  response: z.looseObject({
    holders: z.array(
      z.looseObject({
        customerShareholderId: z.string(),
        systemShareholderId: z.int(),
        name: z.string(),
        sortName: z.string(),
      }),
    ),
    /** Whether more holders match than are listed. */
    hasMoreHolders: z.boolean(),
    certificates: z.array(holdingCertificate),
    transactions: statusTransactions.shape.transactions,
  }),
  issuer: ofIssuer,
  example: { request: { customerIssuerId: 1001, text: 'trust', numberOfRows: 20 } },
});

const GetLargestHolders = endpoint({
  section: 'Agent',
  method: 'GET',
  path: '/agent/v1/largest-holders',
  kind: 'read',
  access: 'staff',
  summary: 'The largest holders of each class as of a day, with the totals of all',
  description: 'Accounts and balances are those of the ownership percentage, each account with one class.',
  query: z.object({
    customerIssuerId,
    cutoff: asOfDate,
    numberOfRows: z.int().min(1).max(250).default(20).meta({
      title: 'Number of rows',
      description: 'Most accounts of each class, 1 to 250.',
      control: 'number',
    }),
  }),
  response: z.looseObject({
    ...ownershipPercentage.shape,
    /** Totals of all accounts, of each class with holders. */
    totals: z.array(
      z.looseObject({
        ...ofClass,
        accounts: z.int(),
        shares: shareCount,
        /** Sum of the squared holdings, whole number as text. */
        squaredShares: z.string(),
        /** Joint holdings of so many largest accounts. */
        largest: z.array(z.looseObject({ accounts: z.int(), shares: shareCount })),
      }),
    ),
    reserves: z.array(
      z.looseObject({
        systemReserveId: z.int(),
        ...ofClass,
        name: z.string(),
        shares: shareCount,
        sharesFormat: z.string(),
      }),
    ),
  }),
  issuer: ofIssuer,
  example: { request: { customerIssuerId: 1001, cutoff: '2026-06-30', numberOfRows: 20 } },
});

/** Accounts whose shares of a class rose or fell in one way, and by how many shares together. */
const changedAccounts = z.looseObject({ accounts: z.int(), shares: shareCount });

const GetLargestChanges = endpoint({
  section: 'Agent',
  method: 'GET',
  path: '/agent/v1/largest-changes',
  kind: 'read',
  access: 'staff',
  summary: 'The largest changes of holdings of each class between two days, with the totals of all',
  description: 'Accounts whose shares of a class differ at the close of the two days; treasury is left out.',
  query: z.object({
    customerIssuerId,
    startDate: field(dateString, {
      title: 'From',
      description: 'Positions at the end of this day are the first ones.',
      group: 'When',
    }),
    endDate: field(dateString, {
      title: 'To',
      description: 'Positions at the end of this day are the last ones.',
      group: 'When',
    }),
    numberOfRows: z.int().min(1).max(250).default(100).meta({
      title: 'Number of rows',
      description: 'Most accounts of each class, 1 to 250.',
      control: 'number',
    }),
  }),
  response: z.looseObject({
    /** The largest first; ties by sort name. */
    changes: z.array(
      z.looseObject({
        systemShareholderId: z.int(),
        customerShareholderId: z.string(),
        sortName: z.string(),
        name: z.string(),
        ...ofClass,
        sharesBefore: shareCount,
        sharesAfter: shareCount,
      }),
    ),
    /** Every class; shares that were added, or taken away. */
    totals: z.array(
      z.looseObject({
        ...ofClass,
        opened: changedAccounts,
        closed: changedAccounts,
        increased: changedAccounts,
        decreased: changedAccounts,
      }),
    ),
  }),
  issuer: ofIssuer,
  example: { request: { customerIssuerId: 1001, startDate: '2026-06-30', endDate: '2026-09-30' } },
});

export const factOperations = {
  GetRejections,
  GetControlBook,
  GetPositionMovements,
  GetRollForwardNotes,
  GetTurnaround,
  GetCertificatesAsOf,
  GetHoldersAsOf,
  GetProposals,
  GetDividendPayments,
  GetHolderChanges,
  GetStops,
  GetIssuerBooks,
  SearchRegister,
  GetLargestHolders,
  GetLargestChanges,
};
