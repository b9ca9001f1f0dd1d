// Fake registry of the access matrix: counts calls and returns more than it should.

import { contract, type EndpointId } from '#lib/contract/index';
import { type Received, type StandIn, samplePdf, startStandIn } from '#tests/fakes/registry';
import { sampleOf } from '#tests/fakes/sample-of';
import { agentOperations } from '#tests/interface/agent-operations';
import { A, B, ownerOf } from './matrix-cells.ts';

/** Values that may never leave in the clear, or that only some may see; every fake row has all of them. */
export const canary = {
  taxId: /900-?55-?1234/,
  secret: /SECRET-CODE/,
  contact: /CONTACT-CANARY/,
  /** A field that the interface does not have. */
  unknown: /SURPRISE-CANARY/,
  /** A row names its issuer. */
  ofIssuer: /OF-(\d+)/g,
} as const;

const row = (issuer: number, base: string) => ({
  name: `OF-${issuer}`,
  shareholderName: `OF-${issuer}`,
  surprise: 'SURPRISE-CANARY',
  primaryTaxId: '900-55-1234',
  holderSSN: 900551234,
  comments: 'known as 900-55-1234',
  shareholderEmail: 'CONTACT-CANARY@mail.example',
  primaryAddress: { address1: 'CONTACT-CANARY', city: 'CONTACT-CANARY', surprise: 'SURPRISE-CANARY' },
  secondaryPhone: 'CONTACT-CANARY',
  accessCode: 'SECRET-CODE',
  fileCode: 'SECRET-CODE',
  downloadUrl: `${base}/Api/v1/Report/DownloadReport/SECRET-CODE/list.pdf/SECRET-CODE`,
  seen: `at ${base}/SECRET-CODE`,
});

const proofPaths =
  /GetHoldingSummary$|GetHoldingCertificates$|Proxy\/GetList$|Dividend\/GetList$|GetTAStatusTransactions$|GetTransferAgentIssuers$/;

const listPaths = /GetIssuerSecurityTypes$|GetIssuerActiveCertificateDefinitions$|GetIssuerBalance$/;

/** True for calls that only verify ownership. */
export const isProof = ({ method, path }: Received) => method === 'GET' && proofPaths.test(path);

const discovery = agentOperations.GetAgentOperations?.path;

/** A response of each agent operation that the contract accepts, by path. */
const agentSamples = new Map(
  Object.entries(agentOperations).map(
    ([id, { path }]) => [path, sampleOf(contract[id as EndpointId].response) as object] as const,
  ),
);
const agentFiles = new Map(
  Object.values(agentOperations).flatMap(({ path, responses, files }) =>
    responses === 'bytes' ? [[path, files ?? 'document'] as const] : [],
  ),
);

/** The sample with two items and what may not leave; the gateway passes on the fields of the operation. */
function agentResponse(sample: object, issuer: number, base: string) {
  const item = (owner: number) => ({
    ...row(owner, base),
    itemId: 1,
    version: 1,
    customerIssuerId: owner,
    issuerName: `OF-${owner}`,
    obstacles: [],
  });
  const items = [item(issuer), item(issuer === ownerOf[33] ? A : (ownerOf[33] ?? 0))];
  return { ...sample, ...item(issuer), items };
}

const says = (value: unknown) => ({ body: JSON.stringify(value) });
const none = { status: 404, body: '{"message":"none"}' };

/** A registry with issuers A, B and C that counts its calls and returns more than it should. */
export function startMatrixRegistry(): Promise<StandIn> {
  let written = 0;
  return startStandIn({
    handle: ({ method, path, search, body }, _response, base) => {
      if (path === discovery) return says({ version: '1', operations: Object.keys(agentOperations) });
      const query = new URLSearchParams(search);
      const sent = body.startsWith('{') ? (JSON.parse(body) as Record<string, unknown>) : {};
      const given = query.get('customerIssuerId') ?? query.get('CustomerIssuerId') ?? sent.customerIssuerId;
      const issuer = given === null || given === undefined || given === '' ? A : Number(given);
      const known = [...Object.values(ownerOf)];
      if (!known.includes(issuer)) return none;
      if (agentFiles.get(path) === 'sheet') return { type: 'application/zip', body: 'PK\u0003\u0004 rows' };
      if (agentFiles.has(path)) return { type: 'application/pdf', body: samplePdf(200) };
      if (method === 'POST' && sent.customerProxyId === 99) return none;
      // An object that does not exist.
      const sample = agentSamples.get(path);
      if (sample && sent.dividendId === 99) return none;
      if (sample) return says(agentResponse(sample, issuer, base));
      if (path.includes('DownloadReport')) return { type: 'application/pdf', body: samplePdf(200) };
      if (method === 'POST' && /CreateOrUpdate|CreateNewIssuance/.test(path)) {
        written += 1;
        return says({ action: 'Create', controlTransactionId: written, systemShareholderId: written });
      }
      const object = Number(
        sent.controlTransactionId ??
          sent.customerProxyId ??
          sent.dividendId ??
          query.get('customerShareholderId')?.slice(2) ??
          11,
      );
      if (method === 'POST') {
        if (object === 99) return none;
        if (sent.returnJSON === true) return says({ transactions: [row(issuer, base)] });
        return says({ downloadUrl: row(issuer, base).downloadUrl, accessCode: 'SECRET-CODE' });
      }
      const mine =
        Object.keys(ownerOf)
          .map(Number)
          .find((id) => ownerOf[id] === issuer) ?? 0;
      // Every list about one issuer has an extra row that names another issuer.
      const stray = issuer === ownerOf[33] ? A : ownerOf[33];
      const strange = {
        controlCertificateId: 2,
        proxyId: 33,
        dividendId: 33,
        controlTransactionId: 33,
        customerIssuerId: stray,
        ...row(stray ?? 0, base),
      };
      if (path.endsWith('GetTransferAgentIssuers'))
        return says(known.map((id) => ({ customerIssuerId: id, ...row(id, base) })));
      if (path.endsWith('Shareholder/Details'))
        return object === 99 ? none : says(row(ownerOf[object] ?? A, base));
      if (path.endsWith('GetHoldingSummary'))
        return says(
          object === mine || (issuer === A && object === 11)
            ? [{ shares: 1, ...row(issuer, base) }, strange]
            : [strange],
        );
      if (path.endsWith('GetHoldingCertificates'))
        return says(
          query.get('filterStatus') === 'All' && object !== mine
            ? [strange]
            : [{ controlCertificateId: 1, ...row(issuer, base) }, strange],
        );
      if (path.endsWith('Proxy/GetList')) return says([{ proxyId: mine, ...row(issuer, base) }, strange]);
      if (path.endsWith('Dividend/GetList'))
        return says([{ dividendId: mine, ...row(issuer, base) }, strange]);
      if (path.endsWith('GetTAStatusTransactions'))
        return says({
          totalRecords: 1,
          transactions: [{ controlTransactionId: mine, ...row(issuer, base) }, strange],
        });
      if (listPaths.test(path)) return says([row(issuer, base), strange]);
      const rows = [row(issuer, base), strange].map((one) => ({ ...one, securities: [] }));
      const lists = { accounts: rows, balances: [], securites: [], shareholders: rows, securities: [] };
      return says({ ...lists, totalShareholderRecords: issuer === B ? 2 : 1 });
    },
  });
}
