import { expect, test } from 'vitest';
import { type EndpointId, endpointIds, endpointOf } from '#lib/contract/index';
import { encodeRequest } from '#lib/contract/wire/index';
import { isServed } from '#registry/operations/index';
import type { Registry } from '../boot.ts';

/** The API page offers the contract's examples to try: each must work against the demo. */
export function testExamples(registry: () => Registry): void {
  // These need an item that somebody has logged, or a file of it.
  const ofItem: readonly string[] = [
    'GetItem',
    'UpdateItem',
    'UploadItemDocument',
    'GetItemDocument',
    'RemoveItemDocument',
    // These need a request that an officer sent: tests/registry/agent/requests.test.ts.
    'GetRequest',
    'SendRequestMessage',
    'WithdrawRequest',
    'UploadRequestDocument',
    'GetRequestDocument',
    'WriteToIssuer',
    // These need a register that is uploaded: tests/registry/agent/registers.test.ts.
    'GetRegisterFile',
    'GetRegisterFindings',
    'GetRegisterFindingsFile',
    'GetRegisterAcceptanceLetter',
    'UploadRegisterPart',
    // These need another registry: tests/registry/agent/pulled-registers.test.ts.
    'CreateRegisterPull',
    'ContinueRegisterPull',
    'StopRegisterPull',
    'GetRegisterJournalFile',
    'CheckRegisterFile',
    'SetRegisterColumns',
    'SetRegisterValues',
    'SetRegisterTotals',
    'ApproveRegisterFile',
    'PostRegisterFile',
    'StopRegisterPosting',
    'GetBulkResults',
    'GetBulkResultsFile',
    'UndoRegisterFile',
    'DiscardRegisterFile',
    // These need an export: tests/registry/agent/exports.test.ts.
    'GetRegisterExport',
    'GetRegisterExportFile',
    'StopRegisterExport',
    'ContinueRegisterExport',
    'DiscardRegisterExport',
    // It names the version of the worksheet: tests/registry/agent/ta2.test.ts.
    'SignTA2',
    // It names the version of a difference that another example resolves: tests/registry/agent/facts.test.ts.
    'ChangeRecordDifference',
    // tests/registry/agent/depository.test.ts
    'ImportPositionFile',
    'ExplainPositionBreak',
  ];
  // The second ends what the first needs.
  const ofDifference = ['AddRecordDifferenceStep', 'ResolveRecordDifference'] as const;
  const shown = endpointIds.filter(
    (id) => isServed(id) && endpointOf(id).kind !== 'download' && ![...ofItem, ...ofDifference].includes(id),
  );
  const expectExample = async (id: EndpointId) => {
    const endpoint = endpointOf(id);
    const { method, path, search, body } = encodeRequest(endpoint, endpoint.example.request ?? {});
    const sent = body === undefined ? undefined : JSON.parse(body);
    const { status, text } = await registry().call(`${path}${search}`, { method, body: sent });
    expect([status, text.slice(0, 300)]).toEqual([200, expect.any(String)]);
    expect(text.length).toBeGreaterThan(2);
  };
  test.each(shown)('the example of %s returns 200', expectExample);
  test('the examples of a step and of the end of a record difference return 200', async () => {
    for (const id of ofDifference) await expectExample(id);
  });

  test('the documented token call returns a token', async () => {
    const { origin } = registry();
    const document = (await (await fetch(`${origin}/openapi.json`)).json()) as Document;
    const { content } = document.paths['/connect/token']!.post!.requestBody;
    const form = new URLSearchParams(content['application/x-www-form-urlencoded']!.example);
    const response = await fetch(`${origin}/connect/token`, { method: 'POST', body: form });
    expect([response.status, await response.json()]).toMatchObject([
      200,
      { access_token: expect.any(String) },
    ]);
  });
}

type Shown = { requestBody: { content: Record<string, { example: Record<string, string> }> } };
type Document = { paths: Record<string, Record<string, Shown>> };
