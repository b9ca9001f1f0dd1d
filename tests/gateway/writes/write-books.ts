// Fake registry that honors idempotency keys, and ways in which its responses get lost.

import type { ServerResponse } from 'node:http';
import { endpointOf } from '#lib/contract/index';
import type { Handler } from '#tests/fakes/registry';

export const holderPath = endpointOf('CreateOrUpdate').path;
export const issuancePath = endpointOf('CreateNewIssuance').path;

/** How the response to a write gets lost; those with `after` have taken effect. */
export type Fault =
  | 'none'
  | 'drop before'
  | 'drop after'
  | 'cut after'
  | '500 before'
  | '500 after'
  | 'HTML after'
  | 'silence after'
  | 'silence before'
  | 'refused';

export const faults: readonly Fault[] = [
  'drop before',
  'drop after',
  'cut after',
  '500 before',
  '500 after',
  'HTML after',
];

type Row = Record<string, unknown>;

/** A fake third-party registry: it honors idempotency keys and nothing more. */
export function openBooks() {
  const keys = new Set<string>();
  const holders = new Map<string, Row>();
  const entries: Row[] = [];
  const books = {
    keys,
    holders,
    entries,
    effects: 0,
    /** Chooses the error of the next sending, by how often this key was sent. */
    fault: (_times: number): Fault => 'none',
    writes: [] as Row[],
    handle: (async (call, response) => {
      if (call.path.endsWith('/GetTransferAgentIssuers'))
        return reply([{ customerIssuerId: 1001, name: 'L' }]);
      if (call.path.endsWith('/Details')) {
        const found = holders.get(new URLSearchParams(call.search).get('customerShareholderId') ?? '');
        return found ? reply(found) : { status: 404, body: '{}' };
      }
      if (call.path.endsWith('/GetTAStatusTransactions'))
        return reply({ totalRecords: entries.length, transactions: [...entries].reverse() });
      if (call.path === holderPath || call.path === issuancePath)
        return write(call.path, call.body, response);
      return { status: 404, body: '{}' };
    }) satisfies Handler,
  };

  function write(path: string, text: string, response: ServerResponse) {
    const body = JSON.parse(text) as Row;
    const key = `${path} ${body.idempotencyId}`;
    const times = books.writes.filter((one) => one.idempotencyId === body.idempotencyId).length;
    books.writes.push(body);
    const fault = books.fault(times);
    if (fault === 'drop before') return void response.destroy();
    if (fault === 'silence before') return undefined;
    if (fault === '500 before') return { status: 500, body: '<h1>no</h1>', type: 'text/html' };
    if (keys.has(key))
      return { status: 409, body: JSON.stringify({ message: 'used', idempotencyId: body.idempotencyId }) };
    if (fault === 'refused') return { status: 400, body: '{"message":"no"}' };
    keys.add(key);
    const given = path === holderPath ? register(body) : issue(body);
    books.effects += 1;
    if (fault === 'drop after') return void response.destroy();
    if (fault === 'silence after') return undefined;
    if (fault === '500 after') return { status: 500, body: '{}' };
    if (fault === 'HTML after') return { body: '<html>', type: 'text/html' };
    if (fault === 'cut after') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '400' });
      response.write('{"action":"Cre');
      setTimeout(() => response.destroy(), 5);
      return undefined;
    }
    return reply(given);
  }

  function register(body: Row): Row {
    const account = String(body.customerShareholderId ?? `R-${holders.size}`);
    const action = holders.has(account) ? 'Update' : 'Create';
    const name = [body.name, body.name2, body.name3].filter(Boolean).join(' ');
    holders.set(account, {
      ...body,
      name,
      idempotencyId: undefined,
      customerShareholderId: account,
      systemShareholderId: 7,
      typeEnum: body.accountType,
    });
    return { action, customerShareholderId: account, systemShareholderId: 7 };
  }

  function issue(body: Row): Row {
    const id = 5000 + entries.length;
    entries.push({
      transactionId: id,
      controlTransactionId: id,
      type: 'New Issuance',
      effectiveDate: String(body.effectiveDate),
      issuedTo: (body.shareholder as Row).name,
      status: 'Completed',
    });
    return { controlTransactionId: id, customerTransactionId: null, displayTransactionId: id };
  }

  return books;
}

function reply(value: unknown) {
  return { body: JSON.stringify(value) };
}

const author = { createdByEmail: 'x@y.example', createdByFirstName: 'X', createdByLastName: 'Y' };
const home = { address1: '1 Elm', city: 'Dayton', state: 'OH', postalCode: '45402', country2Code: 'US' };

export function holderBody(changed: Row = {}): Row {
  return {
    ...author,
    customerShareholderId: 'LK-1',
    name: 'ADA QUILL',
    sortName: 'QUILL, ADA',
    accountType: 'Individual',
    primaryPayeeName: null,
    primaryTaxId: '900010001',
    primaryTaxIdType: 'SSN',
    primaryAddress: home,
    ...changed,
  };
}

export function issuanceBody(changed: Row = {}): Row {
  return {
    ...author,
    customerIssuerId: 1001,
    effectiveDate: '2026-11-20',
    processDate: '2026-11-20',
    chargeAmount: 75,
    certificateType: 'BookEntry',
    securityType: null,
    comments: null,
    restrictionCode: 'N',
    certificates: [{ shares: 100, restrictionCode: 'N' }],
    shareholder: holderBody(),
    TaxLots: null,
    ...changed,
  };
}
