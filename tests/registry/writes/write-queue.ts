import { expect, test } from 'vitest';
import type { Registry } from '../boot.ts';
import { command } from '../command.ts';
import { issuanceBody, writes } from './write-bodies.ts';
import { type Row, readsAfter } from './write-reads.ts';

/** Agent commands on pending items, beside the running registry. */
export function agentsQueue(registry: () => Registry): void {
  const { issue } = writes(registry);
  const { balance, inStatusList } = readsAfter(registry);

  const queue = command(registry, 'registry/queue');
  const run = (...words: string[]) => queue(words);

  const pending = async (issuer = 90_211): Promise<string> => {
    // Not due yet, or the registry would complete it by itself once its issuer is active.
    const response = await issue(issuanceBody({ customerIssuerId: issuer, processDate: '2026-12-01' }));
    return String((response.body as Row).controlTransactionId);
  };

  test('list, activate, complete, reject, cancel: each once, and reads reflect it', async () => {
    const ids = [await pending(), await pending(), await pending()] as [string, string, string];
    const listed = await run('list');
    for (const id of ids)
      expect(listed.out).toMatch(new RegExp(`^${id} +issuer 90211 \\(Pending\\).* 100 `, 'm'));
    expect(await run('complete', ids[0])).toEqual({
      status: 1,
      out: '',
      err: 'Issuer 90211 is pending; nothing can be posted.\n',
    });
    expect((await run('activate', '90211')).out).toBe('Issuer 90211 is active.\n');
    expect((await run('complete', ids[0])).out).toBe(`Transaction ${ids[0]} is completed.\n`);
    expect((await run('reject', ids[1], '--reason', 'Not authorized by the board')).status).toBe(0);
    expect((await run('cancel', ids[2])).status).toBe(0);
    expect((await run('complete', ids[2])).err).toBe(`Transaction ${ids[2]} is no pending issuance.\n`);
    expect(await balance(90_211)).toMatchObject([{ totalOutstandingShares: 100, totalShareholder: 1 }]);
    for (const [at, status] of ['Completed', 'Rejected', 'Canceled'].entries())
      expect(await inStatusList(90_211, Number(ids[at]))).toMatchObject({ status });
    expect((await run('activate', '90211')).status).toBe(1);
    expect((await run('reject', '1')).status).toBe(1);
    expect((await run()).err).toContain('registry:queue');
  });
}
