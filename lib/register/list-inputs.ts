/*
 * Inputs of the operations that list an issuer's objects: the same on the server and in the browser, as they are keys of
 * the cache. Apart from the code that reads the lists, which a page loads only where it shows them.
 */

/**
 * Every certificate of an issuer, or of one of its accounts, including canceled ones; the operation has no
 * date.
 */
export const certificatesInput = (issuer: number, account?: string) =>
  ({ customerIssuerId: issuer, customerShareholderId: account, filterStatus: 'All' }) as const;

export const dividendListInput = (issuer: number) => ({ customerIssuerId: issuer });

export const proxyListInput = (issuer: number) => ({ customerIssuerId: issuer });
