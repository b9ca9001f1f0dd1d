import type { FormFailure } from '#components/form/form';

/** What is typed to pull a register. */
export type PullFields = Record<
  | 'base'
  | 'clientId'
  | 'clientSecret'
  | 'remoteIssuerId'
  | 'newIssuerId'
  | 'issuerKind'
  | 'certifiedBy'
  | 'accountPrefix',
  string
> & {
  /** The journal is left out. */
  withoutHistory: boolean;
};

const isNumber = (text: string) => /^[1-9]\d{0,14}$/.test(text.trim());

/** The request, or what is missing in the form; which addresses are refused is decided by the registry. */
export function pullBody(fields: PullFields): { body?: Record<string, unknown>; failure?: FormFailure } {
  const { base, clientId, clientSecret, remoteIssuerId, newIssuerId, issuerKind } = fields;
  const { certifiedBy, accountPrefix, withoutHistory } = fields;
  const wrong: Record<string, string> = {
    ...(base.trim() === '' && { base: 'Enter the address.' }),
    ...(clientId.trim() === '' && { clientId: 'Enter the client ID.' }),
    ...(clientSecret === '' && { clientSecret: 'Enter the client secret.' }),
    ...(!isNumber(remoteIssuerId) && { remoteIssuerId: 'Enter the number of the issuer.' }),
    ...(newIssuerId.trim() !== '' && !isNumber(newIssuerId) && { newIssuerId: 'Enter a number.' }),
  };
  if (Object.keys(wrong).length > 0)
    return { failure: { code: 'invalid', message: 'Check the highlighted fields.', fields: wrong } };
  return {
    body: {
      base: base.trim(),
      // An object of its own: nothing of it is kept with the request.
      credentials: { clientId: clientId.trim(), clientSecret },
      remoteIssuerId: Number(remoteIssuerId),
      newIssuerId: newIssuerId.trim() === '' ? null : Number(newIssuerId),
      issuerKind: issuerKind.trim() || null,
      certifiedBy: certifiedBy.trim() || null,
      accountPrefix: accountPrefix.trim() || null,
      withoutHistory,
    },
  };
}
