import { notFound } from '../http/http-error.ts';
import { findDividend } from '../queries/reports/dividend-details.ts';
import { meetingKind } from '../queries/reports/proxy-details.ts';
import { issuerOfObject } from './coverage.ts';
import { generating } from './generate.ts';

/**
 * Reports about one meeting or one dividend. The request names the object, and the object's id contains the
 * issuer.
 */
export const generateProxyDetails = generating('GenerateProxyDetails', {
  name: 'ProxyDetails',
  covers: async (db, ctx, input) => {
    const id = BigInt(input.customerProxyId);
    const issuer = await issuerOfObject(db, ctx, 'The proxy', id);
    if (!(await meetingKind(db, issuer.id, id))) throw notFound('The proxy');
    return { issuers: [issuer], cutoff: ctx.clock.today() };
  },
});

export const generateDividendDetails = generating('GenerateDividendDetails', {
  name: 'DividendDetails',
  covers: async (db, ctx, input) => {
    const id = BigInt(input.dividendId);
    const issuer = await issuerOfObject(db, ctx, 'The dividend', id);
    if (!(await findDividend(db, issuer.id, id))) throw notFound('The dividend');
    return { issuers: [issuer], cutoff: ctx.clock.today() };
  },
});
