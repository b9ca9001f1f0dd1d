import { describe, expect, test } from 'vitest';
import { registryOfFile } from '../boot.ts';
import { downloads } from '../reports/downloads.ts';
import { type Row, request } from './bad-inputs.ts';
import { bodyRows } from './bad-inputs-bodies.ts';
import { choiceRows } from './bad-inputs-choices.ts';
import { fieldRows } from './bad-inputs-fields.ts';
import { lastRows, linkRows } from './bad-inputs-files.ts';
import { gatewayRows } from './bad-inputs-gateway.ts';
import { holderRows } from './bad-inputs-holders.ts';
import { httpRows } from './bad-inputs-http.ts';
import { issuanceRows } from './bad-inputs-issuances.ts';
import { issuerRows } from './bad-inputs-issuer.ts';
import { tokenRows } from './bad-inputs-token.ts';
import { fuzz } from './fuzz.ts';
import { logs } from './logs.ts';
import { rates } from './rates.ts';
import { stalled } from './stalled.ts';

const registry = registryOfFile();
const stalledTests = stalled(registry);
logs(registry);

const rows: readonly Row[] = [
  ...issuerRows,
  ...bodyRows,
  ...httpRows,
  ...tokenRows,
  ...fieldRows,
  ...choiceRows,
  ...holderRows,
  ...issuanceRows,
  ...linkRows,
  ...gatewayRows,
  ...lastRows,
];

describe('the list of bad inputs', () => {
  test('every number from 1 to 115 is listed once, with a response or as the gateway’s', () => {
    expect(rows.map((row) => row.id)).toEqual(Array.from({ length: 115 }, (_, index) => index + 1));
    for (const { id, requests, also, gateway } of rows)
      expect([id, Boolean(gateway) !== Boolean(requests || also)]).toEqual([id, true]);
  });

  test.each(rows.filter((row) => !row.gateway))('B-$id: $about', async ({ requests = [], also }) => {
    for (const each of requests) await request(registry(), each);
    await also?.(registry());
  });
});

describe('downloads', () => downloads(registry));
describe('rates', () => rates(registry));
describe('malformed requests', () => fuzz(registry));
describe('incomplete requests', stalledTests);
