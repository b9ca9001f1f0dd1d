import { expect } from 'vitest';
import { endpointOf } from '#lib/contract/index';
import type { Registry, TestResponse } from '../boot.ts';
import { post, type RequestOptions, type Row, request } from './bad-inputs.ts';

const write = 'CreateOrUpdate';
const example = endpointOf(write).example.request as { primaryAddress: object };
const { primaryAddress } = example;

let made = 0;
const nextId = () => {
  made += 1;
  return `BAD-${made}`;
};

/** The example for an unknown holder, with other fields. */
function holder(changes: object, status: number, field?: string): RequestOptions {
  return post(
    write,
    { idempotencyId: undefined, customerShareholderId: nextId(), ...changes },
    status,
    field,
  );
}

const address = (changes: unknown, status: number, field: string) =>
  holder(
    { primaryAddress: typeof changes === 'object' && changes ? { ...primaryAddress, ...changes } : changes },
    status,
    status === 400 ? field : undefined,
  );

const required = [
  'createdByEmail',
  'createdByFirstName',
  'createdByLastName',
  'name',
  'sortName',
  'primaryPayeeName',
  'primaryTaxId',
  'primaryTaxIdType',
  'primaryAddress',
];

/** Rows 56 to 69: registering a holder. */
export const holderRows: readonly Row[] = [
  {
    id: 56,
    about: 'a required field left out: named, and nothing kept',
    also: async (registry) => {
      const before = await count(registry);
      for (const name of required) await request(registry, holder({ [name]: undefined }, 400, name));
      const nullable = ['primaryPayeeName', 'primaryTaxId'];
      for (const name of required.filter((each) => !nullable.includes(each)))
        await request(registry, holder({ [name]: null }, 400, name));
      expect(await count(registry)).toBe(before);
    },
  },
  {
    id: 57,
    about: 'names that are blank, too long, or hard to print',
    requests: [
      '',
      '   ',
      '\u3000',
      'x'.repeat(301),
      'x'.repeat(100_000),
      'A\r\nB',
      'A\tB',
      'A\u0085B',
    ].flatMap((name) => [holder({ name }, 400, 'name'), holder({ sortName: name }, 400, 'sortName')]),
    also: (registry) =>
      storedExactly(registry, [
        'x'.repeat(300),
        'JANE 🦊 SAMPLE',
        'x\u202egnp.exe',
        'A\u200bB\u00a0C',
        `Z${'\u0301'.repeat(200)}`,
        'José Müller-Ñandú',
      ]),
  },
  {
    id: 58,
    about: 'names that are code somewhere else stay names',
    why: 'that files draw and write them as text is tested beside the kits (registry/render, lib/sheet)',
    also: (registry) =>
      storedExactly(registry, [
        '<script>alert(1)</script>',
        '{{7*7}}',
        '$' + '{x}',
        '=HYPERLINK("http://x","y")',
        ') Tj ET',
        "'; drop table holder; --",
        '"\\u0000\\"',
        '%s%n',
      ]),
  },
  {
    id: 59,
    about: 'a sort name in another form is taken as it is',
    requests: ['SAMPLE', 'JOHN SAMPLE', ', ', 'a,b,c', '株式会社'].map((sortName) =>
      holder({ sortName }, 200),
    ),
  },
  {
    id: 60,
    about: 'kinds of account: documented ones only; null is None',
    requests: ['individual', 'Joint', '', 0, ['Individual']].map((accountType) =>
      holder({ accountType }, 400, 'accountType'),
    ),
    also: async (registry) => {
      for (const accountType of [null, undefined]) {
        const record = await details(registry, await request(registry, holder({ accountType }, 200)));
        expect(record.typeEnum).toBe('None');
      }
    },
  },
  {
    id: 61,
    about: 'tax ids: nine digits; a social insurance number with its check digit; none is allowed',
    why: 'numbers never issued are accepted, as the demo data consists of them',
    requests: [
      ...['12-3456789', '000-00-0000', '900010001', '900 01 0001', '', null].map((primaryTaxId) =>
        holder({ primaryTaxId }, 200),
      ),
      ...['12345678', '1234567890', 'ABCDEFGHI', '٩٠٠٠١٠٠٠١', 900010001].map((primaryTaxId) =>
        holder({ primaryTaxId }, 400, 'primaryTaxId'),
      ),
      holder({ primaryTaxId: '046-454-286', primaryTaxIdType: 'SIN' }, 200),
      holder({ primaryTaxId: '046-454-287', primaryTaxIdType: 'SIN' }, 400, 'primaryTaxId'),
      ...['ssn', 'ITIN', '', null].map((primaryTaxIdType) =>
        holder({ primaryTaxIdType }, 400, 'primaryTaxIdType'),
      ),
    ],
  },
  {
    id: 62,
    about: 'an address that is none, or not of this form; unknown parts of it are ignored',
    requests: [
      address(null, 400, 'primaryAddress'),
      address('12 Lantern Row', 400, 'primaryAddress'),
      holder({ primaryAddress: {} }, 400, 'primaryAddress.address1'),
      holder({ primaryAddress: [primaryAddress] }, 400, 'primaryAddress'),
      address({ planet: 'Mars' }, 200, ''),
      address({ Address1: 'twice' }, 400, 'primaryAddress.address1'),
      ...['USA', 'us', '', null].map((country2Code) =>
        address({ country2Code }, 400, 'primaryAddress.country2Code'),
      ),
      address({ postalCode: 'x'.repeat(21) }, 400, 'primaryAddress.postalCode'),
      address({ city: 'A\nB' }, 400, 'primaryAddress.city'),
    ],
  },
  {
    id: 63,
    about: 'e-mail addresses: one, unquoted, with a plain @',
    requests: [
      ...['a@b', 'first.last+tag@sub.example', 'ü@bücher.example'].map((email) =>
        holder({ createdByEmail: email }, 200),
      ),
      ...[
        '"e@x"@y.test',
        'a＠b.test',
        'a@b\r\nBcc: c@d',
        'a@b, c@d',
        'a@b;c@d',
        'a@b@c',
        'a b@c',
        '@b',
        'a@',
        '',
      ].flatMap((email) => [
        holder({ createdByEmail: email }, 400, 'createdByEmail'),
        ...(email === '' ? [] : [address({ email }, 400, 'primaryAddress.email')]),
      ]),
    ],
  },
  {
    id: 64,
    about: 'a known id is an update; what was before is kept with who changed it',
    also: async (registry) => {
      const customerShareholderId = nextId();
      const first = await request(registry, holder({ customerShareholderId, name: 'FIRST NAME' }, 200));
      expect(first.body).toMatchObject({ action: 'Create', customerShareholderId });
      const again = await request(registry, holder({ customerShareholderId, name: 'SECOND NAME' }, 200));
      expect(again.body).toEqual({ ...(first.body as object), action: 'Update' });
      const [entered, changed, ...more] = await history(registry, customerShareholderId);
      expect([entered?.before_text, more]).toEqual(['', []]);
      expect(changed).toMatchObject({ by_email: 'operator@harborline.example' });
      expect(changed?.before_text).toContain('FIRST NAME');
      expect(changed?.after_text).toContain('SECOND NAME');
    },
  },
  {
    id: 65,
    about: 'two updates at once: both count, one is left whole, the history has both',
    also: async (registry) => {
      const customerShareholderId = nextId();
      await request(registry, holder({ customerShareholderId }, 200));
      const sides = ['LEFT', 'RIGHT'];
      await Promise.all(
        sides.map((name) => request(registry, holder({ customerShareholderId, name, sortName: name }, 200))),
      );
      const record = await details(registry, { body: { customerShareholderId } });
      expect(sides).toContain(record.name);
      expect(record.sortName).toBe(record.name);
      expect(await history(registry, customerShareholderId)).toHaveLength(3);
    },
  },
  {
    id: 66,
    about: 'request ids: 1 to 255 characters, byte for byte; null is none',
    requests: ['', ' ', 'x'.repeat(300), 'x'.repeat(256), 5, true, ['a']].map((idempotencyId) =>
      holder({ idempotencyId }, 400, 'idempotencyId'),
    ),
    also: async (registry) => {
      for (const idempotencyId of ['x'.repeat(255), 'caf\u00e9', 'cafe\u0301', null, null, 'KEY', 'key'])
        await request(registry, holder({ idempotencyId }, 200));
      await request(registry, holder({ idempotencyId: 'caf\u00e9' }, 409));
    },
  },
  {
    id: 67,
    about: 'a request id used for another body: 409, and nothing changes',
    also: async (registry) => {
      const customerShareholderId = nextId();
      const idempotencyId = 'used once';
      await request(registry, holder({ customerShareholderId, idempotencyId, name: 'KEPT' }, 200));
      const repeat = await request(
        registry,
        holder({ customerShareholderId, idempotencyId, name: 'LOST' }, 409),
      );
      expect(repeat.body).toEqual({ message: expect.any(String), idempotencyId });
      expect((await details(registry, repeat, customerShareholderId)).name).toBe('KEPT');
      expect(await history(registry, customerShareholderId)).toHaveLength(1);
    },
  },
  {
    id: 68,
    about: 'a request id of the other operation is a different one',
    also: async (registry) => {
      const idempotencyId = 'for either';
      await request(registry, post('CreateNewIssuance', { idempotencyId, customerIssuerId: 1008 }, 200));
      await request(registry, holder({ idempotencyId }, 200));
      await request(registry, post('CreateNewIssuance', { idempotencyId, customerIssuerId: 1008 }, 409));
    },
  },
  {
    id: 69,
    about: 'a request id of a refused request is not used up',
    also: async (registry) => {
      const idempotencyId = 'refused first';
      await request(registry, holder({ idempotencyId, name: '' }, 400, 'name'));
      await request(registry, holder({ idempotencyId }, 200));
      await request(registry, holder({ idempotencyId }, 409));
    },
  },
];

type Details = { name: string; sortName: string; typeEnum: string };

async function details(
  registry: Registry,
  { body }: Pick<TestResponse, 'body'>,
  id?: string,
): Promise<Details> {
  const { customerShareholderId } = body as { customerShareholderId: string };
  const path = `${endpointOf('GetShareholderDetails').path}?customerShareholderId=${id ?? customerShareholderId}`;
  return (await registry.call(path)).body as Details;
}

async function storedExactly(registry: Registry, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const record = await details(registry, await request(registry, holder({ name, sortName: name }, 200)));
    expect([record.name, record.sortName]).toEqual([name, name]);
  }
  expect(await count(registry)).toBeGreaterThan(names.length);
}

async function count({ database }: Registry): Promise<number> {
  const { rows } = await database.pool.query<{ count: string }>('select count(*)::text as count from holder');
  return Number(rows[0]?.count);
}

async function history({ database }: Registry, customerId: string) {
  const { rows } = await database.pool.query<{ by_email: string; before_text: string; after_text: string }>(
    `select c.by_email, c.before_text, c.after_text from holder_change c
       join holder h on h.id = c.holder_id where h.customer_id = $1 order by c.id`,
    [customerId],
  );
  return rows;
}
