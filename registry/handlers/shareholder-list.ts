import { issuerAsOf } from './coverage.ts';
import { generating } from './generate.ts';

/** Orders the registered shareholder list. */
export const generateShareholderList = generating('GenerateShareholderList', {
  name: 'ShareholderList',
  covers: (db, ctx, input) => issuerAsOf(db, ctx, input.customerIssuerId, 'cutoff', input.cutoff),
  isUrgent: (input) => input.customerShareholderId !== undefined,
});
