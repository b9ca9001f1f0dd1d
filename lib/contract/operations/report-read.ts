// Contract of reports that are read as JSON: TA-2, ownership and dilution.

import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { orderBy, sortBy } from '../enumerations.ts';
import {
  asOfDate,
  customerIssuerId,
  field,
  fromDate,
  isPDF,
  shareCount,
  systemControlIssuerId,
  toDate,
} from '../fields.ts';
import { filterSecurityType } from '../filters.ts';

/** Percentages are 0 to 100. */
export const ownershipPercentage = z.looseObject({
  accounts: z.array(
    z.looseObject({
      systemShareholderId: z.int(),
      customerShareholderId: z.string(),
      displayShareholderId: z.string(),
      sortName: z.string(),
      name: z.string(),
      securities: z.array(
        z.looseObject({
          securityType: z.string(),
          numberOfCertificates: z.int(),
          numberOfCertificatesFormat: z.string(),
          totalShares: shareCount,
          totalSharesFormat: z.string(),
          percentage: z.number(),
          percentageFormat: z.string(),
        }),
      ),
    }),
  ),
  balances: z.array(
    z.looseObject({
      securityType: z.string(),
      numOfShareholder: z.int(),
      numOfShareholderFormat: z.string(),
      totalOutstandingShares: shareCount,
      totalOutstandingSharesFormat: z.string(),
      authorizedShares: shareCount,
      authorizedSharesFormat: z.string(),
      isUnlimited: z.boolean(),
    }),
  ),
});

/** The interface really spells the array `securites`. */
export const dilutedPercentage = z.looseObject({
  securites: z.array(
    z.looseObject({
      security: z.string(),
      totalShares: shareCount,
      totalSharesFormat: z.string(),
      shareholders: z.array(
        z.looseObject({
          systemShareholderId: z.int(),
          customerShareholderId: z.string(),
          displayShareholderId: z.string(),
          name: z.string(),
          isReserved: z.boolean(),
          shares: shareCount,
          sharesFormat: z.string(),
        }),
      ),
    }),
  ),
});

const GetTA2Report = endpoint({
  section: 'Report',
  method: 'GET',
  path: '/api/v1/Report/GetTA2Report',
  kind: 'read',
  access: 'agent',
  summary: 'Yearly TA-2 figures of the transfer agent',
  description: 'Transfer activity and shareholder statistics for one calendar year.',
  // The interface does not show the parameters. The registry reads these; the gateway forwards none.
  query: z.object({
    year: z
      .int()
      .min(1)
      .max(9999)
      .meta({
        title: 'Year',
        description: 'Calendar year. Defaults to the last full year.',
        registryOnly: true,
      })
      .optional(),
    startDate: field(fromDate, { registryOnly: true }).optional(),
    endDate: field(toDate, { registryOnly: true }).optional(),
    customerIssuerId: field(customerIssuerId, { registryOnly: true }).nullish(),
    SystemControlIssuerId: systemControlIssuerId.optional(),
  }),
  response: z.looseObject({}),
  issuer: { by: 'none' },
  example: { request: {} },
});

const GetOwnershipPercentage = endpoint({
  section: 'Report',
  method: 'GET',
  path: '/api/v1/Report/GetOwnershipPercentage',
  kind: 'read',
  access: 'staff',
  summary: 'Share of each class held by each account on a date',
  query: z.object({
    customerIssuerId,
    // The interface declares it required and defaulting at once: it may be left out here, and is always sent.
    cutoff: field(asOfDate, { initial: 'today' }).optional(),
    sortBy: sortBy.optional(),
    orderBy: orderBy.optional(),
    filterSecurityType: filterSecurityType.optional(),
  }),
  response: ownershipPercentage,
  issuer: { by: 'field', field: 'customerIssuerId', null: 'refused' },
  example: {
    request: { customerIssuerId: 1001, cutoff: '2026-11-20', sortBy: 'Shares', orderBy: 'Descending' },
  },
});

const GetDilutedPercentage = endpoint({
  section: 'Report',
  method: 'GET',
  path: '/api/v1/Report/GetDilutedPercentage',
  kind: 'read',
  access: 'staff',
  summary: 'Holdings and reserved shares of each class on a date, for fully diluted ownership',
  query: z.object({ customerIssuerId, cutoff: asOfDate, isPDF: field(isPDF, { initial: false }) }),
  response: dilutedPercentage,
  issuer: { by: 'field', field: 'customerIssuerId', null: 'refused' },
  // The interface does not show the response to isPDF true; the data is what is needed here.
  send: (fields) => ({ ...fields, isPDF: false }),
  example: { request: { customerIssuerId: 1001, cutoff: '2026-11-20', isPDF: false } },
});

export const reportReadOperations = { GetTA2Report, GetOwnershipPercentage, GetDilutedPercentage };
