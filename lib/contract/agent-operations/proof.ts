// Contract of the operation that gives the figures for the proof of an issuer's books.

import { z } from 'zod';
import { matchedPosition } from '../agent/depository.ts';
import { endpoint } from '../endpoint.ts';
import { asOfDate, customerIssuerId, shareCount } from '../fields.ts';

const register = z.looseObject({
  outstanding: shareCount,
  treasury: shareCount,
  restricted: shareCount,
  certificates: shareCount,
  holders: shareCount,
});

/** yyyy-mm-dd, or null. */
const day = z.string().nullable();

const GetProof = endpoint({
  section: 'Agent',
  method: 'GET',
  path: '/agent/v1/proof',
  kind: 'read',
  access: 'staff',
  summary: 'The sources of the books side by side as of a day, read in one snapshot',
  query: z.object({
    customerIssuerId,
    cutoff: asOfDate.optional(),
    isFresh: z.boolean().default(false).meta({
      title: 'Read anew',
      description: 'Not from a reading of the last minute.',
      control: 'toggle',
    }),
  }),
  response: z.looseObject({
    asOfDate: z.string(),
    /** When the books were read, and their version then. */
    readAt: z.string(),
    version: z.int(),
    classes: z.array(
      z.looseObject({
        security: z.string(),
        isUnlimited: z.boolean(),
        certificates: register,
        dayTotals: register,
        controlBook: z.looseObject({
          authorized: shareCount,
          issued: shareCount,
          treasury: shareCount,
          reserved: shareCount,
        }),
        /** Sums of the recorded changes. */
        changes: z.looseObject({ authorized: shareCount, reserved: shareCount }),
        /** What the operations of the interface give. */
        answers: z.looseObject({
          authorized: shareCount,
          issued: shareCount,
          outstanding: shareCount,
          restricted: shareCount,
          reserved: shareCount,
          holders: shareCount,
          ownedShares: shareCount,
          ownedHolders: shareCount,
          dilutedReserves: shareCount,
        }),
        /** Net of the completed transactions, and holders whose net is not what they hold. */
        journal: z.looseObject({
          issued: shareCount,
          outstanding: shareCount,
          holdersDiffering: shareCount,
          sharesDiffering: shareCount,
          unbalancedTransactions: shareCount,
        }),
        /** Transactions whose control book entry is not what their certificates moved. */
        entries: z.looseObject({ differing: shareCount, sharesDiffering: shareCount, firstDate: day }),
        /** First day on which the running figures differ. */
        registerDiffersSince: day,
        bookDiffersSince: day,
      }),
    ),
    openRecordDifferences: z.array(
      z.looseObject({
        security: z.string(),
        openedOn: z.string(),
        existedSince: z.string(),
        shares: shareCount,
        cause: z.string(),
        isByPriorAgent: z.boolean(),
      }),
    ),
    /** Frozen lists up to the day, against the register of their date as known when they were frozen. */
    recordDateLists: z.array(
      z.looseObject({
        kind: z.enum(['Meeting', 'Dividend']),
        title: z.string(),
        security: z.string(),
        recordDate: z.string(),
        recordedShares: shareCount,
        registerShares: shareCount,
        holdersDiffering: shareCount,
        /** Paid dividends: total stated and paid, in dollars or shares; shares stated. */
        stated: z.string().nullable(),
        paid: z.string().nullable(),
        /** Paid cash dividends: net payments and tax withheld, in dollars. */
        settled: z.string().nullable(),
        statedShares: shareCount.nullable(),
      }),
    ),
    /**
     * Reinvestment plans in dollars, today only: what members reinvested, what their plan shares cost, their cash, and
     * what still awaits a purchase. Not given for a register that was brought in: its earlier purchases are not known.
     */
    plans: z.array(
      z.looseObject({
        security: z.string(),
        reinvested: z.string(),
        invested: z.string(),
        cash: z.string(),
        awaited: z.string(),
        membersDiffering: shareCount,
      }),
    ),
    /** Authorized and more than ten business days past its day, today only. */
    unposted: z.array(
      z.looseObject({ transactionId: z.int(), effectiveDate: z.string(), dueDate: z.string() }),
    ),
    /** Completed transactions, today only: by the transaction list, and by the list of statuses; null where it is incomplete. */
    transactions: z.looseObject({ journal: shareCount, listed: shareCount.nullable() }).nullish(),
    /** The depository's file of the day against the nominee's balances. */
    depository: z
      .looseObject({
        /** Null where no file was imported for the day. */
        file: z
          .looseObject({
            positionFileId: z.int(),
            asOf: z.string(),
            sequence: z.int(),
            importedAt: z.string(),
          })
          .nullable(),
        hasNominee: z.boolean(),
        positions: z.array(matchedPosition),
      })
      .nullish(),
  }),
  issuer: { by: 'field', field: 'customerIssuerId', null: 'refused' },
  example: { request: { customerIssuerId: 1001, cutoff: '2026-11-20' } },
});

export const proofOperations = { GetProof };
