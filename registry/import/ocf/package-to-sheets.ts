// Converts an Open Cap Table package to rows of the sheets of a register.

import type { Report } from './add-finding.ts';
import { shown } from './add-finding.ts';
import { holderRow } from './holder-row.ts';
import { type OwnFacts, readOwnComment, textFacts } from './own-comment.ts';
import { computePositions, type OpenSecurity, type Positions, sharesOf } from './positions.ts';
import type { Held, OcfPackage } from './read-package.ts';
import type { OcfRow, OcfRows } from './sheet-rows.ts';

/** What a package does not contain; stated by the user who imports it. */
export type OcfOptions = {
  /** The number of the issuer at the agent. */
  issuer?: string;
  certifiedBy?: string;
  /** Put before the account numbers of all stakeholders. */
  accountPrefix?: string;
  /** Restriction codes by the id of a legend template. */
  restrictions?: ReadonlyMap<string, string>;
};

/** The register of a package as rows of the sheets of the template. */
export function packageToSheets(packed: OcfPackage, options: OcfOptions, report: Report): OcfRows {
  const positions = computePositions(packed, report);
  const { own } = readOwnComment(packed.comments);
  const issuer = packed.issuer;
  if (own.withheld === true)
    report(
      { file: packed.manifest, object: '', property: 'comments' },
      'O03',
      'error',
      'The package was written without personal data. Export it with --personal-data.',
    );
  if (own.masked === true)
    report(
      { file: packed.manifest, object: '', property: 'comments' },
      'O03',
      'warning',
      'The package was written with masked tax ids. Its holders have none.',
    );
  const accounts = accountsOf(packed);
  const classes = classesOf(packed, positions, report);
  const plans = reserveRows(packed, classes, report);
  const rows = positionRows(packed, positions, classes, accounts, options, report);
  const treasury = treasuryRows(packed, classes, accounts);
  const held = [...rows, ...treasury];
  return {
    source: sourceRow(packed, own, options, report),
    issuer: issuer ? [issuerRow(issuer, own, options)] : [],
    classes: [...classes.values()].map(({ row }) => row),
    authorized: authorizedRows(packed, classes),
    reserves: plans,
    holders: packed.objects.STAKEHOLDER.map((held) => holderRow(held, accounts.get(held.of.id)!, report)),
    positions: held,
    tax_lots: held.flatMap(lotRows),
    totals: totalRows(classes, held, packed, accounts),
  };
}

function sourceRow(packed: OcfPackage, own: OwnFacts, options: OcfOptions, report: Report): OcfRow[] {
  const { issuer, generatedAt, asOf } = packed;
  const file = packed.manifest;
  const certified = options.certifiedBy ?? textFacts(own, ['certified_by']).certified_by;
  if (!certified)
    report(
      { file, object: '', property: '' },
      'O14',
      'warning',
      'The package states neither who certified it nor control totals; those shown are the sums of its transactions. Compare them with the source, and name with --certified-by who certified them.',
    );
  const values = {
    as_of: asOf,
    name: `Open Cap Table package (${packed.version}) of ${issuer?.of.legal_name ?? 'an issuer'}`.slice(
      0,
      200,
    ),
    certified_by: certified ?? 'nobody named in the package',
    certified_on: /^\d{4}-\d{2}-\d{2}/.exec(generatedAt)?.[0] ?? generatedAt,
    decimal_mark: '.',
    account_prefix: options.accountPrefix,
  };
  return [
    {
      values,
      file,
      object: '',
      properties: { as_of: 'as_of', certified_on: 'generated_at', name: 'issuer.legal_name' },
    },
  ];
}

function issuerRow({ file, of }: Held<'ISSUER'>, own: OwnFacts, options: OcfOptions): OcfRow {
  const [address1 = '', ...more] = (of.address?.street_suite ?? '').split('\n');
  const where = [of.country_of_formation, of.country_subdivision_of_formation].filter(Boolean).join('-');
  const facts = textFacts(readOwnComment(of.comments).own, [
    'customer_id',
    'kind',
    'state',
    'email',
    'phone',
  ]);
  const values = {
    customer_id: options.issuer ?? facts.customer_id ?? textFacts(own, ['customer_id']).customer_id,
    name: of.legal_name,
    kind: facts.kind ?? `Formed in ${where} on ${of.formation_date}`,
    address1,
    address2: more.join(', '),
    city: of.address?.city,
    state: of.address?.country_subdivision ?? facts.state,
    postal_code: of.address?.postal_code,
    country: of.address?.country,
    email: of.email?.email_address ?? facts.email,
    phone: facts.phone ?? of.phone?.phone_number,
  };
  const properties = {
    customer_id: 'the number of the issuer, stated with --issuer',
    name: 'legal_name',
    ...Object.fromEntries(
      ['address1', 'address2', 'city', 'state', 'postal_code', 'country'].map((key) => [key, 'address']),
    ),
    ...{ email: 'email', phone: 'phone', kind: 'formation_date' },
  };
  return { values, file, object: of.id, properties };
}

type Class = {
  row: OcfRow;
  name: string;
  own: OwnFacts;
  held: Held<'STOCK_CLASS'>;
  prefix: string;
  openedOn: string;
};

const unlimited = new Set(['UNLIMITED', 'NOT APPLICABLE']);

function classesOf({ objects, asOf }: OcfPackage, positions: Positions, report: Report): Map<string, Class> {
  const firstDays = new Map<string, string>();
  for (const { of } of [
    ...objects.TX_STOCK_ISSUANCE,
    ...objects.TX_STOCK_CLASS_AUTHORIZED_SHARES_ADJUSTMENT,
  ]) {
    const before = firstDays.get(of.stock_class_id);
    if (before === undefined || of.date < before) firstDays.set(of.stock_class_id, of.date);
  }
  const classes = new Map<string, Class>();
  for (const held of objects.STOCK_CLASS) {
    const { of, file } = held;
    const { own } = readOwnComment(of.comments);
    const letters = prefixOf(of.default_id_prefix);
    const prefix = letters === '' ? `S${classes.size + 1}` : letters;
    if (letters === '') {
      const at = { file, object: of.id, property: 'default_id_prefix', value: shown(of.default_id_prefix) };
      report(
        at,
        'O15',
        'warning',
        `${shown(of.default_id_prefix) || 'The prefix'} has no letters or figures; ${prefix} is taken.`,
      );
    }
    if (of.initial_shares_authorized === 'NOT APPLICABLE') {
      const at = { file, object: of.id, property: 'initial_shares_authorized', value: 'NOT APPLICABLE' };
      report(
        at,
        'O13',
        'warning',
        `The authorized shares of ${of.name} are not stated. It is taken as unlimited.`,
      );
    }
    const days = [of.board_approval_date, of.stockholder_approval_date, firstDays.get(of.id)].filter(
      (day) => day !== undefined && day <= asOf,
    ) as string[];
    const splits = positions.splits.get(of.id) ?? [];
    const values = {
      code: of.class_type === 'COMMON' ? 'C' : 'P',
      paper_prefix: prefix,
      book_prefix: prefix,
      opened_on: days.sort()[0] ?? asOf,
      action_on: splits.at(-1)?.on,
      reverse_split_on: splits.filter(({ isReverse }) => isReverse).at(-1)?.on,
      ...textFacts(own, [
        ...[
          'code',
          'series',
          'cusip',
          'par_value',
          'is_dollar',
          'is_drs',
          'has_plan',
          'paper_prefix',
          'book_prefix',
        ],
        ...['opened_on', 'action_on', 'reverse_split_on'],
      ]),
      name: of.name,
      votes: of.votes_per_share.replace(/^\+/, '').replace(/\.0+$/, ''),
      is_unlimited: unlimited.has(of.initial_shares_authorized) ? 'Y' : 'N',
      ...(of.par_value
        ? { par_value: amountOf(of.par_value, { file, object: of.id, property: 'par_value' }, report) }
        : {}),
    };
    const properties = {
      ...{ name: 'name', code: 'class_type', votes: 'votes_per_share', par_value: 'par_value' },
      ...{
        is_unlimited: 'initial_shares_authorized',
        paper_prefix: 'default_id_prefix',
        book_prefix: 'default_id_prefix',
      },
      ...{ opened_on: 'board_approval_date', cusip: 'comments', series: 'comments' },
    };
    const row = { values, file, object: of.id, properties };
    classes.set(of.id, { row, name: of.name, own, held, prefix, openedOn: values.opened_on ?? asOf });
  }
  return classes;
}

/** Capital letters and figures of a prefix such as "CS-", at most six. */
const prefixOf = (text: string) =>
  text
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, 6);

function amountOf(
  { amount, currency }: { amount: string; currency: string },
  at: Parameters<Report>[0],
  report: Report,
): string | undefined {
  if (currency === 'USD') return amount.replace(/^\+/, '');
  report(
    { ...at, value: `${amount} ${currency}` },
    'O17',
    'note',
    `${amount} ${currency} is not in dollars. It is left out.`,
  );
  return undefined;
}

function authorizedRows({ objects, asOf }: OcfPackage, classes: ReadonlyMap<string, Class>): OcfRow[] {
  const first = [...classes.values()].flatMap(({ held: { file, of }, own, name, openedOn }): OcfRow[] => {
    if (unlimited.has(of.initial_shares_authorized)) return [];
    const { effective_on = openedOn, authority } = textFacts(own, ['effective_on', 'authority']);
    const values = {
      class: name,
      effective_on,
      shares: String(sharesOf(of.initial_shares_authorized)),
      authority: authority ?? authorityOf(of),
    };
    return [
      {
        values,
        file,
        object: of.id,
        properties: { shares: 'initial_shares_authorized', authority: 'comments' },
      },
    ];
  });
  const later = [...objects.TX_STOCK_CLASS_AUTHORIZED_SHARES_ADJUSTMENT]
    .sort((a, b) => (a.of.date < b.of.date ? -1 : a.of.date > b.of.date ? 1 : 0))
    .flatMap(({ file, of }): OcfRow[] => {
      if (of.date > asOf) return [];
      const values = {
        class: classes.get(of.stock_class_id)?.name ?? of.stock_class_id.slice(0, 60),
        effective_on: of.date,
        shares: String(sharesOf(of.new_shares_authorized)),
        authority: textFacts(readOwnComment(of.comments).own, ['authority']).authority ?? authorityOf(of),
      };
      const properties = { class: 'stock_class_id', effective_on: 'date', shares: 'new_shares_authorized' };
      return [{ values, file, object: of.id, properties }];
    });
  return [...first, ...later];
}

/** The approvals that an object states, as the authority of a change. */
function authorityOf(of: {
  id: string;
  board_approval_date?: string;
  stockholder_approval_date?: string;
}): string {
  const board = of.board_approval_date && `board approval of ${of.board_approval_date}`;
  const holders = of.stockholder_approval_date && `stockholder approval of ${of.stockholder_approval_date}`;
  return [`Open Cap Table object ${of.id}`, board, holders].filter(Boolean).join(', ').slice(0, 500);
}

/** A reserve here is what a plan may still issue: its pool less the shares that were issued from it. */
function reserveRows(
  { objects, asOf, planOf }: OcfPackage,
  classes: ReadonlyMap<string, Class>,
  report: Report,
): OcfRow[] {
  return objects.STOCK_PLAN.flatMap(({ file, of }): OcfRow[] => {
    const ids = of.stock_class_ids ?? (of.stock_class_id === undefined ? [] : [of.stock_class_id]);
    const at = { file, object: of.id, property: 'stock_class_ids', value: ids.join(', ') };
    const [first, second] = ids;
    const [of1] = ids.map((id) => classes.get(id));
    if (first === undefined || second !== undefined || !of1) {
      const why =
        second === undefined
          ? 'names no class of the package'
          : 'reserves shares of several classes; a reserve here is of one class';
      report(at, 'O10', 'warning', `Plan ${shown(of.plan_name)} ${why}. It is left out.`);
      return [];
    }
    const own = readOwnComment(of.comments).own;
    const pool = objects.TX_STOCK_PLAN_POOL_ADJUSTMENT.filter(
      (one) => one.of.stock_plan_id === of.id && one.of.date <= asOf,
    )
      .sort((a, b) => (a.of.date < b.of.date ? -1 : 1))
      .at(-1);
    const size = sharesOf(pool?.of.shares_reserved ?? of.initial_shares_reserved);
    const issued = objects.TX_STOCK_ISSUANCE.filter(
      (one) => one.of.date <= asOf && (one.of.stock_plan_id ?? planOf.get(one.of.security_id)) === of.id,
    ).reduce((sum, one) => sum + sharesOf(one.of.quantity), 0n);
    const {
      shares = String(size - issued),
      kind = 'Plan',
      authority = authorityOf(pool?.of ?? of),
    } = textFacts(own, [...['shares', 'kind', 'authority']]);
    const values = { class: of1.name, name: of.plan_name, kind, effective_on: asOf, shares, authority };
    return [
      { values, file, object: of.id, properties: { name: 'plan_name', shares: 'initial_shares_reserved' } },
    ];
  });
}

/** The account number of each stakeholder. */
function accountsOf({ objects }: OcfPackage): Map<string, string> {
  return new Map(objects.STAKEHOLDER.map(({ of }) => [of.id, of.issuer_assigned_id || of.id]));
}

function positionRows(
  packed: OcfPackage,
  { open }: Positions,
  classes: ReadonlyMap<string, Class>,
  accounts: ReadonlyMap<string, string>,
  options: OcfOptions,
  report: Report,
): OcfRow[] {
  const legends = new Map(packed.objects.STOCK_LEGEND_TEMPLATE.map((held) => [held.of.id, held]));
  const codes = options.restrictions ?? new Map<string, string>();
  const asked = new Set<string>();
  const rows: { row: OcfRow; security: OpenSecurity; values: Record<string, string | undefined> }[] =
    open.map((security) => {
      const { of, file } = security.issuance;
      const own = readOwnComment(of.comments).own;
      const at = (property: string, value: string) => ({ file, object: of.id, property, value });
      const ofClass = classes.get(of.stock_class_id);
      if (!ofClass && !packed.broken.has(of.stock_class_id))
        report(
          at('stock_class_id', of.stock_class_id),
          'O07',
          'error',
          `${of.stock_class_id} is no stock class of the package.`,
        );
      if (!accounts.has(of.stakeholder_id) && !packed.broken.has(of.stakeholder_id))
        report(
          at('stakeholder_id', of.stakeholder_id),
          'O07',
          'error',
          `${of.stakeholder_id} is no stakeholder of the package.`,
        );
      const texts: string[] = [];
      let code = of.stock_legend_ids.length === 0 ? 'N' : undefined;
      for (const id of of.stock_legend_ids) {
        const legend = legends.get(id);
        if (legend) texts.push(legend.of.text);
        else if (!packed.broken.has(id))
          report(at('stock_legend_ids', id), 'O07', 'error', `${id} is no legend of the package.`);
        code ??= codes.get(id);
        if (legend && !asked.has(id) && !codes.has(id) && own.restriction === undefined) {
          asked.add(id);
          const place = { file: legend.file, object: id, property: 'text', value: shown(legend.of.text) };
          report(
            place,
            'O13',
            'warning',
            `The package states no restriction code for the legend ${shown(legend.of.name)}; O, other, is taken. The command registry:import takes another with --legend ${id}=CODE.`,
          );
        }
      }
      const values: Record<string, string | undefined> = {
        class: ofClass?.name ?? of.stock_class_id.slice(0, 60),
        account: accounts.get(of.stakeholder_id) ?? of.stakeholder_id.slice(0, 40),
        form: 'BookEntry',
        shares: String(security.shares),
        restriction: code ?? 'O',
        legend: texts.join('\n'),
        issued_on: security.issuedOn,
        acquired_on: security.acquiredOn === security.issuedOn ? undefined : security.acquiredOn,
        is_post_split: security.isPostSplit ? 'Y' : undefined,
        ...textFacts(own, ['form', 'restriction', 'acquired_on', 'printed_on', 'is_post_split', 'source_id']),
        ...numberOf(of.custom_id, ofClass?.prefix ?? 'S'),
      };
      return { row: { values, file, object: of.id, properties: positionProperties, own }, security, values };
    });
  giveNumbers(rows, report);
  return rows.map(({ row }) => row);
}

const positionProperties = {
  ...{
    class: 'stock_class_id',
    account: 'stakeholder_id',
    prefix: 'custom_id',
    number: 'custom_id',
    shares: 'quantity',
  },
  ...{
    restriction: 'stock_legend_ids',
    legend: 'stock_legend_ids',
    issued_on: 'date',
    acquired_on: 'date',
    form: 'comments',
  },
};

/** "CS-12" as its prefix and number; nothing where it does not end in a number or has a longer prefix. */
function numberOf(text: string, ofClass: string): { prefix?: string; number?: string } {
  let start = text.length;
  while (start > 0 && /\d/.test(text[start - 1]!)) start -= 1;
  const number = text.slice(start).replace(/^0+(?=\d)/, '');
  const letters = text
    .slice(0, start)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');
  if (number === '' || number === '0' || number.length > 15 || letters.length > 6) return {};
  return { prefix: letters === '' ? ofClass : letters, number };
}

/** Gives securities whose custom id is no number the next ones of their class. */
function giveNumbers(
  rows: readonly { security: OpenSecurity; values: Record<string, string | undefined> }[],
  report: Report,
): void {
  const last = new Map<string, bigint>();
  const keyOf = (className: string | undefined, prefix: string) => `${className}\n${prefix}`;
  for (const { values } of rows) {
    if (values.number === undefined) continue;
    const key = keyOf(values.class, values.prefix!);
    const number = BigInt(values.number);
    if (number > (last.get(key) ?? 0n)) last.set(key, number);
  }
  for (const { values, security } of rows) {
    if (values.number !== undefined) continue;
    const { of, file } = security.issuance;
    const prefix = 'X';
    const key = keyOf(values.class, prefix);
    const next = (last.get(key) ?? 0n) + 1n;
    last.set(key, next);
    Object.assign(values, { prefix, number: String(next) });
    const at = { file, object: of.id, property: 'custom_id', value: shown(of.custom_id) };
    report(
      at,
      'O15',
      'warning',
      `${shown(of.custom_id) || 'An empty custom_id'} has no number that a certificate can have; ${prefix}-${next} is given.`,
    );
  }
}

/** Treasury shares, which the format does not have: our own export notes them at the class. */
function treasuryRows(
  { objects }: OcfPackage,
  classes: ReadonlyMap<string, Class>,
  accounts: ReadonlyMap<string, string>,
): OcfRow[] {
  const holder = objects.STAKEHOLDER.find(({ of }) => readOwnComment(of.comments).own.role === 'Treasury');
  if (!holder) return [];
  return [...classes.values()].flatMap(({ own, name, held: { file, of } }) =>
    listOf(own.treasury).map((facts): OcfRow => {
      const values = {
        ...textFacts(facts, [
          ...[
            'form',
            'prefix',
            'number',
            'shares',
            'restriction',
            'legend',
            'issued_on',
            'acquired_on',
            'printed_on',
          ],
          ...['is_post_split', 'source_id'],
        ]),
        class: name,
        account: accounts.get(holder.of.id)!,
      };
      return { values, file, object: of.id, properties: { shares: 'comments' }, own: facts };
    }),
  );
}

/** Tax lots of a position, which our own export notes at the issuance. */
function lotRows({ values: { class: className, prefix, number }, file, object, own = {} }: OcfRow): OcfRow[] {
  const names = ['lot', 'acquired_on', 'shares', 'cost_per_share', 'total_cost', 'is_covered', 'method'];
  return listOf(own.lots).map((lot) => ({
    values: { ...textFacts(lot, names), class: className, prefix, number },
    file,
    object,
    properties: {},
  }));
}

/** The objects of a list that our own export noted. */
const listOf = (noted: unknown): OwnFacts[] =>
  Array.isArray(noted) ? noted.filter((one): one is OwnFacts => typeof one === 'object' && one !== null) : [];

/** The totals of the package: those that our own export states, else those of its transactions. */
function totalRows(
  classes: ReadonlyMap<string, Class>,
  positions: readonly OcfRow[],
  { objects }: OcfPackage,
  accounts: ReadonlyMap<string, string>,
): OcfRow[] {
  const treasury = new Set(
    objects.STAKEHOLDER.filter(({ of }) => readOwnComment(of.comments).own.role === 'Treasury').map(
      ({ of }) => accounts.get(of.id),
    ),
  );
  const byClass = Map.groupBy(
    positions.filter(({ values }) => !treasury.has(values.account)),
    ({ values }) => values.class,
  );
  return [...classes.values()].flatMap(({ name, own, held: { file, of } }) => {
    const rows = byClass.get(name) ?? [];
    const counted = {
      Outstanding: String(rows.reduce((sum, { values }) => sum + BigInt(values.shares ?? 0), 0n)),
      Holders: String(new Set(rows.map(({ values }) => values.account)).size),
    };
    const stated = typeof own.totals === 'object' && own.totals !== null ? (own.totals as OwnFacts) : {};
    const totals = {
      ...counted,
      ...textFacts(stated, ['Outstanding', 'Holders', 'Issued', 'Treasury', 'Restricted', 'Certificates']),
    };
    return Object.entries(totals).map(
      ([measure, value]): OcfRow => ({
        values: { class: name, measure, value, stated_by: measure in stated ? 'Source' : 'Typed' },
        file,
        object: of.id,
        properties: { value: 'comments' },
      }),
    );
  });
}
