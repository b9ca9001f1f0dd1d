import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { restrictionStatus } from '../enumerations.ts';
import {
  address,
  asOfDate,
  customerIssuerId,
  customerShareholderId,
  field,
  pageRows,
  pageStart,
  shareCount,
  systemControlIssuerId,
} from '../fields.ts';
import { filterSecurityType } from '../filters.ts';

const issuerIds = {
  CustomerIssuerId: customerIssuerId.nullish(),
  SystemControlIssuerId: systemControlIssuerId.optional(),
};
const oneIssuer = [['CustomerIssuerId', 'SystemControlIssuerId']] as const;
const issuerRule = { by: 'field', field: 'CustomerIssuerId', null: 'refused' } as const;

/** The summary of an issuer. */
export const issuerSummary = z.looseObject({
  name: z.string(),
  customerIssuerId: z.int(),
  controlIssuerId: z.int(),
  status: z.string(),
  primaryAddress: address,
});

/** One class of an issuer. */
export const securityType = z.looseObject({
  securityTypeId: z.int(),
  securityType: z.string(),
  securityTypeCode: z.string(),
  securitySeriesCode: z.string(),
});

/** The balance of an issuer, by class. */
export const issuerBalance = z.looseObject({
  issuerId: z.int(),
  customerIssuerId: z.int(),
  className: z.string(),
  totalShareholder: z.int(),
  securityID: z.int(),
  securityDescription: z.string(),
  isUnlimited: z.boolean(),
  dollarFormat: z.boolean(),
  authorizedShares: shareCount,
  authorizedSharesFormat: z.string(),
  totalIssuedShares: shareCount,
  totalIssuedSharesFormat: z.string(),
  totalOutstandingShares: shareCount,
  totalOutstandingSharesFormat: z.string(),
  totalReserveShares: shareCount,
  totalReserveSharesFormat: z.string(),
  totalRestrictedShares: shareCount,
  totalRestrictedSharesFormat: z.string(),
  totalNonRestrictedShares: shareCount,
  totalNonRestrictedSharesFormat: z.string(),
});

/** The cap table: one row per holder and class. */
export const capTable = z.looseObject({
  totalShareholderRecords: z.int(),
  shareholders: z.array(
    z.looseObject({
      shareholderCustomerId: z.string(),
      shareholderControlId: z.int(),
      shareholderName: z.string(),
      shareholderEmail: z.string(),
      shareholderType: z.string(),
      shareholderTypeEnum: z.string().optional(),
      securityType: z.string(),
      securityTypeID: z.int(),
      value: z.number(),
      totalShares: shareCount,
      restrictionShares: shareCount,
      nonRestrictionShares: shareCount,
    }),
  ),
  securities: z.array(
    z.looseObject({
      securityTypeID: z.int(),
      securityType: z.string(),
      numberOfShareholders: z.int(),
      totalIssuedShares: shareCount,
      authorizedShares: shareCount,
      totalValue: z.number(),
      isUnlimitedAuthorizedShares: z.boolean(),
    }),
  ),
});

/** Holders of an issuer, with details. */
export const issuerShareholderDetails = z.looseObject({
  totalShareholderRecords: z.int(),
  shareholders: z.array(
    z.looseObject({
      shareholderName: z.string(),
      shareholderEmail: z.string(),
      shareholderType: z.string(),
      shareholderTypeEnum: z.string().optional(),
      shareholderCustomerId: z.string(),
      shareholderControlId: z.int(),
      securities: z.array(
        z.looseObject({
          securityTypeId: z.int(),
          securityType: z.string(),
          totalShares: shareCount,
          totalValue: z.number(),
          certificates: z.array(
            z.looseObject({
              controlCertificateId: z.int().optional(),
              customerCertificateId: z.int().nullish(),
              certificateNumber: z.string(),
              shares: shareCount,
              value: z.number(),
              issuedDate: z.string(),
              issuanceTransactionId: z.union([z.int(), z.string()]).nullable(),
            }),
          ),
        }),
      ),
    }),
  ),
});

const GetShareholderCapTable = endpoint({
  section: 'Issuer',
  method: 'GET',
  path: '/api/v1/Issuer/shareholder/cap/table',
  kind: 'read',
  access: 'staff',
  summary: 'Cap table of an issuer, one row per holder and class, current only',
  query: z.object({
    ...issuerIds,
    Start: pageStart.default(0),
    NumberOfRows: pageRows.default(100),
  }),
  response: capTable,
  issuer: issuerRule,
  oneOf: oneIssuer,
  paging: { start: 'Start', rows: 'NumberOfRows', items: 'shareholders', total: 'totalShareholderRecords' },
  sensitive: { contact: ['shareholders[].shareholderEmail'] },
  example: { request: { CustomerIssuerId: 1001, Start: 0, NumberOfRows: 25 } },
});

const GetIssuerShareholderDetails = endpoint({
  section: 'Issuer',
  method: 'GET',
  path: '/api/v1/Issuer/shareholder/details',
  kind: 'read',
  access: 'staff',
  summary: 'Holders of an issuer with their classes and certificates, current only',
  query: z.object({
    ...issuerIds,
    CustomerShareholderId: customerShareholderId.optional(),
    SystemShareholderId: z
      .int()
      .positive()
      .meta({
        title: 'Registry shareholder ID',
        description: "The registry's own key of the account, in place of the shareholder ID.",
        registryOnly: true,
      })
      .optional(),
    Start: pageStart.default(0),
    NumberOfRows: pageRows.default(100),
  }),
  response: issuerShareholderDetails,
  issuer: issuerRule,
  oneOf: oneIssuer,
  paging: { start: 'Start', rows: 'NumberOfRows', items: 'shareholders', total: 'totalShareholderRecords' },
  sensitive: { contact: ['shareholders[].shareholderEmail'] },
  example: { request: { CustomerIssuerId: 1001, Start: 0, NumberOfRows: 25 } },
});

const GetIssuerSecurityTypes = endpoint({
  section: 'Issuer',
  method: 'GET',
  path: '/api/v1/Issuer/GetIssuerSecurityTypes',
  kind: 'read',
  access: 'everyone',
  summary: 'Classes of securities of an issuer',
  query: z.object(issuerIds),
  response: z.array(securityType),
  issuer: issuerRule,
  oneOf: oneIssuer,
  example: { request: { CustomerIssuerId: 1001 } },
});

const GetIssuerActiveCertificateDefinitions = endpoint({
  section: 'Issuer',
  method: 'GET',
  path: '/api/v1/Issuer/GetIssuerActiveCertificateDefinitions',
  kind: 'read',
  access: 'staff',
  summary: 'Certificate definitions in use at an issuer',
  query: z.object(issuerIds),
  // The interface does not show the record, so no field of it is relied on.
  response: z.array(z.looseObject({})),
  issuer: issuerRule,
  oneOf: oneIssuer,
  example: { request: { CustomerIssuerId: 1001 } },
});

const GetTransferAgentIssuers = endpoint({
  section: 'Issuer',
  method: 'GET',
  path: '/api/v1/Issuer/GetTransferAgentIssuers',
  kind: 'read',
  access: 'everyone',
  summary: 'Issuers served by the transfer agent',
  response: z.array(issuerSummary),
  issuer: { by: 'rows', field: 'customerIssuerId' },
  sensitive: { contact: ['[].primaryAddress'] },
  example: {},
});

const GetIssuerBalance = endpoint({
  section: 'Issuer',
  method: 'GET',
  path: '/api/v1/Issuer/GetIssuerBalance',
  kind: 'read',
  access: 'staff',
  summary: 'Share balance of each class on a date: authorized, issued, outstanding, reserved, restricted',
  query: z.object({
    ...issuerIds,
    FilterSecurityType: filterSecurityType.optional(),
    RestrictionStatus: restrictionStatus.default('All'),
    CutoffDate: field(asOfDate, { initial: 'today' }).optional(),
  }),
  response: z.array(issuerBalance),
  issuer: issuerRule,
  oneOf: oneIssuer,
  example: { request: { CustomerIssuerId: 1001, RestrictionStatus: 'All', CutoffDate: '2026-11-20' } },
});

export const issuerOperations = {
  GetShareholderCapTable,
  GetIssuerShareholderDetails,
  GetIssuerSecurityTypes,
  GetIssuerActiveCertificateDefinitions,
  GetTransferAgentIssuers,
  GetIssuerBalance,
};
