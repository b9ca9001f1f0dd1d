import { anyIssuers, issuerAsOf, period } from './coverage.ts';
import { generating } from './generate.ts';

/** Reports about holdings, holders and the issuer's contacts. */
export const generateIssuerBalance = generating('GenerateIssuerBalance', {
  name: 'IssuerBalance',
  covers: (db, ctx, input) => issuerAsOf(db, ctx, input.customerIssuerId, 'CutoffDate', input.CutoffDate),
});

export const generateOwnershipPercentage = generating('GenerateOwnershipPercentage', {
  name: 'OwnershipPercentage',
  covers: (db, ctx, input) => issuerAsOf(db, ctx, input.customerIssuerId, 'cutoff', input.cutoff),
});

export const generateDilutedPercentage = generating('GenerateDilutedPercentage', {
  name: 'DilutedPercentage',
  covers: (db, ctx, input) => issuerAsOf(db, ctx, input.customerIssuerId, 'cutoff', input.cutoff),
});

export const generateIssuerContacts = generating('GenerateIssuerContacts', {
  name: 'IssuerContacts',
  covers: async (db, ctx, input) => ({
    ...(await anyIssuers(db, ctx, input.customerIssuerId)),
    cutoff: ctx.clock.today(),
  }),
});

export const generateRejectionList = generating('GenerateRejectionList', {
  name: 'RejectionList',
  covers: async (db, ctx, input) => ({
    ...period(ctx, input.startDate, input.endDate),
    ...(await anyIssuers(db, ctx, input.customerIssuerId)),
  }),
});

export const generateHoldingsStatement = generating('GenerateHoldingsStatement', {
  name: 'HoldingsStatement',
  covers: (db, ctx, input) => issuerAsOf(db, ctx, input.customerIssuerId, 'Cutoff', input.Cutoff),
  isUrgent: (input) => input.customerShareholderId !== undefined,
});

export const generateDrsStatement = generating('GenerateDRSStatement', {
  name: 'DRSStatement',
  covers: (db, ctx, input) => issuerAsOf(db, ctx, input.customerIssuerId, 'cutoff', input.cutoff),
  isUrgent: (input) => input.customerShareholderId !== undefined,
});

/** Always a PDF, whatever isPDF says. */
export const generateMailingLabels = generating('GenerateMailingLabels', {
  name: 'MailingLabels',
  format: 'pdf',
  covers: (db, ctx, input) => issuerAsOf(db, ctx, input.customerIssuerId, 'cutoff', input.cutoff),
});
