// Issuances over HTTP, and how many are carried out in a second.

import { randomUUID } from 'node:crypto';
import { type Agent, request } from 'node:http';
import type { RunningRegistry } from './large-registry.ts';
import { today } from './today.ts';

const address = { address1: '1 ELM ST', city: 'DOVER', state: 'DE', postalCode: '19901', country2Code: 'US' };

/** The body of an issuance of one certificate to a known holder of a large issuer. */
export function issuanceOf(issuer: number, holder: number): string {
  const author = {
    createdByEmail: 'bench@agent.example',
    createdByFirstName: 'Bench',
    createdByLastName: 'Agent',
  };
  return JSON.stringify({
    ...author,
    idempotencyId: randomUUID(),
    customerIssuerId: issuer,
    effectiveDate: today,
    processDate: today,
    chargeAmount: 0,
    certificateType: 'BookEntry',
    securityType: null,
    comments: null,
    restrictionCode: null,
    certificates: [{ shares: 1, restrictionCode: null }],
    shareholder: {
      ...author,
      customerShareholderId: `L${issuer}-${String(holder).padStart(7, '0')}`,
      name: 'KNOWN HOLDER',
      sortName: 'HOLDER, KNOWN',
      accountType: 'Individual',
      primaryPayeeName: null,
      primaryTaxId: '900-01-0001',
      primaryTaxIdType: 'SSN',
      primaryAddress: address,
    },
    TaxLots: null,
  });
}

/** Each of `clients` does its work serially for so many seconds; returns operations per second. */
export async function rate(
  clients: number,
  seconds: number,
  work: (client: number) => Promise<void>,
): Promise<number> {
  const began = performance.now();
  const until = began + seconds * 1000;
  let done = 0;
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      while (performance.now() < until) {
        await work(client);
        done += 1;
      }
    }),
  );
  return (done * 1000) / (performance.now() - began);
}

/** Sends an issuance; any answer but 200 throws. */
export function postIssuance(
  { url, headers }: Pick<RunningRegistry, 'url' | 'headers'>,
  agent: Agent,
  body: string,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${url}/api/v1/Transaction/CreateNewIssuance`,
      { method: 'POST', agent, headers: { ...headers, 'content-type': 'application/json' } },
      (response) => {
        let reported = '';
        response.setEncoding('utf8').on('data', (part) => {
          reported += part;
        });
        response.on('end', () => (response.statusCode === 200 ? resolve() : reject(new Error(reported))));
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
