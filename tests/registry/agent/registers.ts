import { createHash } from 'node:crypto';
import { gather } from '#lib/sheet/archive-for-tests';
import { templateWorkbook } from '#registry/import/template/template';
import type { CallOptions, Registry, TestResponse } from '../boot.ts';
import { soundBookOf } from '../import/planted.ts';
import { type Book, workbook } from '../import/workbook.ts';

/** Registers that are brought in through the agent operations, for tests. */

// biome-ignore lint/suspicious/noExplicitAny: answers are read loosely and compared as a whole.
export type Answer = TestResponse & { body: any };
export type Actor = { email: string; firstName: string; lastName: string };
export type Register = { registerFileId: number; version: number; sha256: string };

export const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** The example of the template under another number, with its accounts and the change given. */
export async function exampleOf(issuer: string, change: (book: Book) => void = () => {}): Promise<Buffer> {
  const book = soundBookOf(issuer);
  change(book);
  return Buffer.from(await workbook(book));
}

export const templateExample = async () => Buffer.from(await gather(templateWorkbook(true)));

export function registersAt(call: (path: string, options?: CallOptions) => Promise<TestResponse>) {
  const at = (path: string) => `/agent/v1/registers${path}`;

  const part = (
    registerFileId: number,
    offset: number,
    body: Uint8Array,
    actor: Actor,
    more: Record<string, string> = {},
  ): Promise<Answer> => {
    const { email, firstName, lastName } = actor;
    const query = new URLSearchParams({
      ...{ actorEmail: email, actorFirstName: firstName, actorLastName: lastName },
      ...{ registerFileId: `${registerFileId}`, offset: `${offset}`, ...more },
    });
    const headers = { 'content-type': 'application/octet-stream' };
    return call(at(`/parts?${query}`), { method: 'POST', body: body as never, headers });
  };

  const create = (actor: Actor, bytes: number, name = 'register.xlsx'): Promise<Answer> =>
    call(at('/create'), { body: { actor, name, bytes } });

  async function upload(actor: Actor, bytes: Uint8Array, partBytes = bytes.length): Promise<Answer> {
    let answer = await create(actor, bytes.length);
    const { registerFileId } = answer.body;
    for (let offset = 0; offset < bytes.length; offset += partBytes)
      answer = await part(registerFileId, offset, bytes.subarray(offset, offset + partBytes), actor);
    return answer;
  }

  const step = (
    name: 'check' | 'columns' | 'values' | 'totals' | 'approve' | 'post' | 'undo' | 'discard',
    { registerFileId, version, sha256 }: Register,
    actor: Actor,
    more: Record<string, unknown> = {},
  ): Promise<Answer> =>
    call(at(`/${name}`), {
      body: { actor, registerFileId, version, ...(name === 'approve' && { sha256 }), ...more },
    });

  const read = (registerFileId: number): Promise<Answer> =>
    call(at(`/detail?registerFileId=${registerFileId}`));

  /** The register once nothing is done with it. */
  async function settled(registerFileId: number): Promise<Answer['body']> {
    for (;;) {
      const { body } = await read(registerFileId);
      if (!body.work) return body;
      await new Promise((done) => setTimeout(done, 50));
    }
  }

  /** Takes a step whose work goes on, and waits for it. */
  async function done(...given: Parameters<typeof step>): Promise<Answer['body']> {
    const answer = await step(...given);
    if (answer.status !== 200) throw new Error(`${given[0]}: ${answer.status} ${answer.text}`);
    return settled(given[1].registerFileId);
  }

  const checkedOf = async (actor: Actor, bytes: Uint8Array) =>
    done('check', (await upload(actor, bytes)).body, actor);

  return { at, part, create, upload, step, read, settled, done, checkedOf };
}

export const registersOf = (registry: Registry) => registersAt(registry.call);
