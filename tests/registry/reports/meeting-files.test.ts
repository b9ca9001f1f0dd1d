import { describe, expect, test } from 'vitest';
import { registryOfFile } from '../boot.ts';
import { reportReader } from './report-reader.ts';

const registry = registryOfFile();
const read = reportReader(registry);

type Meeting = { proxyId: number; recordDate: string; totalShares: number; quorum: string; title: string };

async function meetings(): Promise<Meeting[]> {
  const response = await registry().call('/api/v1/Proxy/GetList?customerIssuerId=1001');
  return response.body as Meeting[];
}

async function meetingOf(record: string): Promise<Meeting> {
  const found = (await meetings()).find(({ recordDate }) => recordDate === record);
  if (!found) throw new Error(`No meeting has the record date ${record}.`);
  return found;
}

const flat = (text: string) => text.replace(/\s+/g, ' ');
const count = (value: number) => value.toLocaleString('en-US');

describe('quorum sheet', () => {
  test('has the shares entitled and needed of the meeting, and every account adds up', async () => {
    const { proxyId, totalShares, quorum } = await meetingOf('3/20/2026');
    const got = await read.file('GenerateQuorumSheet', { customerProxyId: proxyId });
    expect([got.type, got.name]).toEqual(['application/pdf', 'QuorumSheet_1001_20260320.pdf']);
    const text = flat(await read.text('GenerateQuorumSheet', { customerProxyId: proxyId }));
    expect(text).toContain('record date Mar 20, 2026');
    expect(text).toContain(`${count(totalShares)}, `);
    const needed = Math.ceil((totalShares * Number.parseFloat(quorum)) / 100);
    expect(text).toMatch(new RegExp(`Shares needed ${count(needed)} `));
    expect(text).toMatch(/Difference of the sign-in sheet to the shares entitled ?:? 0/);
    expect(text).toMatch(/In proof|Out of proof|Not provable/);
  });
  test('an unknown meeting: 404; a client without the agent scope: 403', async () => {
    for (const id of ['GenerateQuorumSheet', 'GenerateBrokerSearchLetter'] as const) {
      expect((await read.order(id, { customerProxyId: 4711 })).status).toBe(404);
      const { proxyId } = await meetingOf('3/20/2026');
      const bound = await read.order(id, { customerProxyId: proxyId }, { as: 'demo-issuer' });
      expect(bound.status).toBe(403);
    }
  });
  test('before the record date there is no list; the letter is made', async () => {
    const ahead = (await meetings()).find(({ recordDate }) => recordDate.endsWith('/2027'));
    if (!ahead) throw new Error('No meeting has a record date ahead.');
    const refused = await read.order('GenerateQuorumSheet', { customerProxyId: ahead.proxyId });
    expect([refused.status, Object.keys((refused.body as { errors: object }).errors)]).toEqual([
      400,
      ['customerProxyId'],
    ]);
    const letter = await read.file('GenerateBrokerSearchLetter', { customerProxyId: ahead.proxyId });
    expect(letter.type).toBe('application/pdf');
  });
});

describe('broker-search letter', () => {
  test('names the day, 20 business days before the record date', async () => {
    const { proxyId } = await meetingOf('3/20/2026');
    const text = flat(await read.text('GenerateBrokerSearchLetter', { customerProxyId: proxyId }));
    expect(text).toContain('Feb 20, 2026: 20 business days before the record date');
    expect(text).toContain('None in this period');
    expect(text).toContain('Mar 10, 2026, ten calendar days before the record date');
    expect(text).toContain('within seven business days');
    expect(text).toContain('Larkspur Instruments Corporation');
  });
});

test('a certified list without an officer has lines to fill in', async () => {
  const actor = { email: 'operator@harborline.example', firstName: 'Robin', lastName: 'Okafor' };
  const request = { customerIssuerId: 1001, cutoff: '2026-10-16', actor };
  const text = flat(await read.text('GenerateCertifiedList', request));
  expect(text).toContain('(name and title; another person than the preparer)');
});
