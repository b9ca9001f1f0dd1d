// The item form as data: empty, of a stored item, checked for errors, and as a request.

import { bodyOf, type HolderDraft, newHolder, taxModeOf } from '#components/holder-record/holder-draft';
import { validateHolder } from '#components/holder-record/validate-holder';
import { partsOf } from '#lib/contract/agent/parts';
import type { ItemKind } from '#lib/contract/agent/values';
import type { ResponseFor } from '#lib/contract/index';
import { isDate } from '#lib/format/dates';
import { readShares } from '#lib/format/whole-number';
import { type FieldSpec, groupsOf } from './case-fields.ts';
import { clockIn, formatTime, instantOf, readTime, receivedIn } from './received-time.ts';

type Json = Record<string, unknown>;
type Instruction = NonNullable<ResponseFor<'GetItem'>['content']['instruction']>;

/** A row of a list; `rest` has what the form does not show, so that a change of an item keeps it. */
export type Row = { id: string; values: Readonly<Record<string, string>>; rest?: Json };
export type LineRow = Row & { holder: HolderDraft };

/** An item being typed: texts by their path in the content. */
export type ItemForm = {
  issuer: string;
  /** `kind`, `caseCode`, `receivedDate`, `receivedTime`, `channel`, `presentor.name` … */
  values: Readonly<Record<string, string>>;
  certificates: readonly Row[];
  lines: readonly LineRow[];
  documents: readonly Row[];
  guarantees: readonly Row[];
  stopIds: readonly number[];
  /** Reasons by the code of the obstacle that each clears. */
  clearances?: Readonly<Record<string, string>>;
  rest?: Json;
  /** The item that is changed, with the version that the form shows; absent for a new one. */
  edit?: { item: number; version: number };
};

export type FieldErrors = Record<string, string>;

let made = 0;
/** An ID of a row, only unique within the page and its stored drafts. */
export const rowId = () => `${Date.now().toString(36)}${(made++).toString(36)}`;

export const newLine = (account: string): LineRow => ({
  id: rowId(),
  values: { mode: 'known' },
  holder: newHolder(account),
});

/** An empty form: received now, by mail, one line that takes all shares. */
export function newForm(about: { now: Date; zone: string; account: string }): ItemForm {
  const { date, time } = clockIn(about.zone, about.now);
  return {
    issuer: '',
    values: { receivedDate: date, receivedTime: formatTime(time), channel: 'Mail' },
    certificates: [],
    lines: [newLine(about.account)],
    documents: [],
    guarantees: [],
    stopIds: [],
  };
}

/** The next item with the same issuer, case, presentor and channel. */
export function nextItemForm(form: ItemForm, fresh: ItemForm): ItemForm {
  const kept = Object.entries(form.values).filter(
    ([name]) =>
      ['kind', 'caseCode', 'kindText', 'issuerText', 'channel', 'purpose'].includes(name) ||
      (name.startsWith('presentor.') && name !== 'presentor.reference'),
  );
  return { ...fresh, issuer: form.issuer, values: { ...fresh.values, ...Object.fromEntries(kept) } };
}

/** '$1,200.50' → '1200.50'; null for text that is not an amount. */
export function readMoney(text: string): string | null {
  const plain = text.replace(/[$,\s]/g, '');
  return /^\d{1,13}(\.\d{1,6})?$/.test(plain) ? plain : null;
}

/**
 * A certificate number as it is registered: '3780' is completed where one outstanding certificate has these
 * digits; other text is only tidied.
 */
export function completeNumber(text: string, known: readonly string[]): string {
  const fitting = fittingNumbers(text, known);
  return fitting.length === 1 ? (fitting[0] ?? '') : tidyNumber(text);
}

const tidyNumber = (text: string) => text.trim().toUpperCase().replace(/\s+/g, '');

/** The certificate numbers that a typed text can mean: 863 is both BE-863 and CS-863. */
export function fittingNumbers(text: string, known: readonly string[]): readonly string[] {
  const plain = tidyNumber(text);
  if (known.includes(plain)) return [plain];
  const bare = plain.replace('-', '');
  return [
    ...new Set(known.filter((one) => one.replace('-', '') === bare || one.split('-').at(-1) === plain)),
  ];
}

/** Shares that a line without a number takes: what is presented less what the other lines name; null if unknown. */
export function restOf(presented: bigint | null, lines: readonly Row[]): bigint | null {
  if (presented === null) return null;
  let rest = presented;
  for (const { values } of lines) {
    if (!values.shares?.trim()) continue;
    const shares = readShares(values.shares);
    if (shares === null) return null;
    rest -= shares;
  }
  return rest;
}

/** The mask of a tax ID, as pages get it; what is on file stays unless another one is typed. */
const isMask = (text: string) => text.startsWith('*****');
const onFileName = (path: string) => `${path}.onFile`;
const maskedPaths = ['depository.taxId', 'search.terms'] as const;

/** Paths of the tax IDs that a change of an item leaves as they are on file. */
export function keptTaxIds(form: ItemForm): string[] {
  const { values } = form;
  const used = new Set(shownFields(form).map(({ path }) => path));
  return [
    ...maskedPaths.filter(
      (path) => used.has(path) && given(values, onFileName(path)) && !given(values, path),
    ),
    ...(takesLines(form) ? form.lines : []).flatMap(({ values: line, holder }, index) =>
      line.mode !== 'new'
        ? []
        : (['primary', 'secondary'] as const).flatMap((side) =>
            taxModeOf(holder, side) === 'keep' ? [`lines[${index}].shareholder.${side}TaxId`] : [],
          ),
    ),
  ];
}

const kindOf = (form: ItemForm) => (form.values.kind || null) as ItemKind | null;

/** The plain fields that the form shows. */
export function shownFields(form: ItemForm): FieldSpec[] {
  const kind = kindOf(form);
  return kind ? groupsOf(kind, form.values.caseCode ?? '').flatMap(({ fields }) => fields) : [];
}

const given = (values: Readonly<Record<string, string>>, name: string) => values[name]?.trim() ?? '';

/** The value of a typed text; undefined when empty or not usable. */
function typedValue({ type }: FieldSpec, text: string): unknown {
  if (text === '') return undefined;
  if (type === 'shares') return readShares(text) ?? undefined;
  if (type === 'money') return readMoney(text) ?? undefined;
  if (type === 'whole' || type === 'account' || type === 'class' || type === 'transaction')
    return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
  if (type === 'yes') return text === '1' ? true : undefined;
  if (type === 'decision') return text === '1';
  if (type === 'stops') {
    const ids = text.split(/[\s,]+/).filter((one) => /^\d{1,15}$/.test(one));
    return ids.length > 0 ? ids.map(Number) : undefined;
  }
  return text;
}

function put(content: Json, path: string, value: unknown): void {
  const [name = '', inner] = path.split('.');
  if (inner === undefined) content[name] = value;
  else content[name] = { ...((content[name] as Json | undefined) ?? {}), [inner]: value };
}

const texts = (values: Readonly<Record<string, string>>, names: readonly string[]): Json =>
  Object.fromEntries(names.flatMap((name) => (given(values, name) ? [[name, given(values, name)]] : [])));

const presentorNames = ['name', 'reference', 'address', 'email', 'participantNumber', 'type'] as const;

/** A group without the parts that it cannot be without would be refused as a whole. */
const neededIn: Readonly<Record<string, readonly string[]>> = {
  presentor: ['name'],
  sourcePosition: ['systemShareholderId', 'shares'],
  depository: ['service'],
  authority: ['text'],
  stop: ['kind'],
  returnedMail: ['piece', 'returnedOn'],
  search: ['number', 'searchedOn', 'service', 'by', 'terms', 'result'],
  routine: ['isRoutine', 'reason'],
};

/** What an API client instructed; its certificates are stored with it, and nobody names others. */
export function instructionOf({ rest }: ItemForm): Instruction | null {
  return (rest?.instruction as Instruction | null | undefined) ?? null;
}

/** Corrections take the certificates of their transaction; of issuances only one out of treasury presents any. */
export function takesCertificates(form: ItemForm): boolean {
  const { values } = form;
  if (instructionOf(form)) return false;
  const kind = (values.kind || null) as ItemKind | null;
  if (!kind || kind === 'Correction' || !partsOf(kind).has('certificates')) return false;
  return kind !== 'Issuance' || values.purpose === 'Treasury re-issue';
}

/** A retirement issues nothing but the rest; a correction without a case only reverses. */
export function takesLines(form: ItemForm): boolean {
  const { values } = form;
  if (instructionOf(form)) return false;
  const kind = (values.kind || null) as ItemKind | null;
  if (kind === null || kind === 'Retirement' || (kind === 'Correction' && !values.caseCode)) return false;
  return partsOf(kind).has('lines');
}

const isBlankLine = ({ values }: LineRow) =>
  values.mode !== 'new' && !['accountId', 'shares', 'restrictionCode'].some((name) => given(values, name));

/**
 * The content of the form, with only the parts that its kind uses; null without kind or time. Values that are not
 * usable yet are left out, so that it can be checked while it is typed.
 */
export function contentOf(form: ItemForm, zone: string): Json | null {
  const kind = kindOf(form);
  const { values } = form;
  const time = given(values, 'receivedTime');
  const clock = time ? readTime(time) : '';
  if (!kind || clock === null || !isDate(values.receivedDate ?? '')) return null;
  const used = partsOf(kind);
  const content: Json = {
    ...form.rest,
    kind,
    receivedAt: instantOf(values.receivedDate ?? '', clock, zone),
    channel: values.channel || 'Mail',
  };
  if (used.has('caseCode') && values.caseCode) content.caseCode = values.caseCode;
  for (const name of presentorNames) {
    const text = given(values, `presentor.${name}`);
    if (text) put(content, `presentor.${name}`, text);
  }
  for (const spec of shownFields(form)) {
    const value = typedValue(spec, given(values, spec.path) || given(values, onFileName(spec.path)));
    if (value !== undefined) put(content, spec.path, value);
  }
  for (const [group, needed] of Object.entries(neededIn))
    if (needed.some((part) => content[group] && (content[group] as Json)[part] === undefined))
      delete content[group];
  if (takesCertificates(form)) content.certificates = form.certificates.map(certificateOf);
  // A correction takes the certificates of its transaction; it only says which papers are here.
  if (kind === 'Correction')
    content.certificates = form.certificates.filter(({ values: row }) => row.isPaperHere).map(certificateOf);
  if (takesLines(form)) content.lines = form.lines.every(isBlankLine) ? [] : form.lines.map(lineOf);
  if (used.has('guarantees'))
    content.guarantees = form.guarantees
      .filter((row) => given(row.values, 'signer'))
      .map(({ values: row, rest }) => ({
        ...rest,
        ...texts(row, ['signer', 'capacity', 'program', 'prefix', 'serial', 'guarantorName', 'date']),
      }));
  content.documents = form.documents.map(({ values: row, rest }) => ({
    ...rest,
    kind: row.kind,
    state: row.state || 'Original',
    ...texts(row, ['date', 'reference']),
    ...statedIn(row),
    ...(row.state === 'Waived' ? texts(row, ['waivedBy', 'reason']) : {}),
  }));
  if (kind === 'Transfer') content.stopIds = form.stopIds;
  content.clearances = Object.entries(form.clearances ?? {}).flatMap(([obstacle, reason]) =>
    reason.trim() ? [{ obstacle, reason: reason.trim() }] : [],
  );
  return content;
}

/** What a document states, where a check needs it. */
function statedIn(row: Readonly<Record<string, string>>): Json {
  const shares = readShares(row.shares ?? '');
  const amount = readMoney(row.amount ?? '');
  const state = given(row, 'state2Code').toUpperCase();
  return {
    ...(shares === null ? {} : { shares }),
    ...(amount === null ? {} : { amount }),
    ...(state.length === 2 ? { state2Code: state } : {}),
  };
}

function certificateOf({ values, rest }: Row): Json {
  const shares = readShares(values.sharesOnPaper ?? '');
  return {
    ...rest,
    prefixAndCertificateNumber: values.number,
    ...(shares === null ? {} : { sharesOnPaper: shares }),
    ...(values.isPaperHere ? { isPaperHere: true } : {}),
  };
}

function lineOf({ values, rest, holder }: LineRow): Json {
  const shares = readShares(values.shares ?? '');
  const account = given(values, 'accountId');
  const isWhole = values.mode === 'new' && Object.keys(validateHolder(holder, true)).length === 0;
  return {
    ...rest,
    ...(values.mode === 'new'
      ? isWhole && { shareholder: bodyOf(holder, null).body }
      : account && { systemShareholderId: Number(account) }),
    ...(shares === null ? {} : { shares }),
    ...texts(values, ['certificateType', 'restrictionCode', 'legend', 'acquiredOn', 'delivery']),
  };
}

/** Errors that prevent even logging; empty when there are none. */
export function formErrors(form: ItemForm): FieldErrors {
  const errors: FieldErrors = {};
  const { values } = form;
  if (!form.issuer) errors.customerIssuerId = 'Choose the issuer.';
  if (!values.kind) errors.kind = 'Choose the kind and case.';
  if (!isDate(values.receivedDate ?? '')) errors.receivedAt = 'Enter the day it was received.';
  const time = given(values, 'receivedTime');
  if (time && readTime(time) === null)
    errors.receivedTime = 'Enter a time such as 10:15 AM, or leave it empty.';
  const kind = kindOf(form);
  const used: ReadonlySet<string> = kind ? partsOf(kind) : new Set();
  for (const spec of shownFields(form)) {
    const text = given(values, spec.path);
    if (text && typedValue(spec, text) === undefined)
      errors[spec.path] = wrongText[spec.type] ?? 'Not usable.';
    // Typed, and nothing of the list was chosen.
    const isLoose = spec.type === 'stops' || (spec.type === 'account' && !text);
    if (isLoose && given(values, `${spec.path}.text`)) errors[spec.path] = wrongText[spec.type] ?? '';
  }
  for (const [path, text] of missingParts(form)) errors[path] ??= text;
  if (takesLines(form))
    form.lines.forEach((line, index) => {
      if (line.values.shares?.trim() && readShares(line.values.shares) === null)
        errors[`lines[${index}].shares`] = 'Enter a whole number of shares, or leave it empty for the rest.';
      if (line.values.mode === 'new')
        for (const [name, text] of Object.entries(validateHolder(line.holder, true)))
          errors[`lines[${index}].shareholder.${name}`] = text;
      else if (line.values.account?.trim() && !line.values.accountId)
        errors[`lines[${index}].systemShareholderId`] = 'Choose an account of the list.';
    });
  if (takesCertificates(form))
    form.certificates.forEach(({ values: row }, index) => {
      if (row.sharesOnPaper?.trim() && readShares(row.sharesOnPaper) === null)
        errors[`certificates[${index}].sharesOnPaper`] = 'Enter a whole number of shares.';
    });
  if (used.has('guarantees'))
    form.guarantees.forEach(({ values: row }, index) => {
      const isTyped = Object.entries(row).some(([name, text]) => name !== 'signer' && text.trim());
      if (isTyped && !given(row, 'signer')) errors[`guarantees[${index}].signer`] = 'Enter the signer.';
    });
  form.documents.forEach(({ values: row }, index) => {
    if (row.state === 'Waived' && !given(row, 'reason'))
      errors[`documents[${index}].reason`] = 'Enter the reason of the waiver.';
    if (row.shares?.trim() && readShares(row.shares) === null)
      errors[`documents[${index}].shares`] = 'Enter a whole number of shares.';
    if (row.amount?.trim() && readMoney(row.amount) === null)
      errors[`documents[${index}].amount`] = 'Enter an amount such as 12.50.';
    if (row.state2Code?.trim() && !/^[a-z]{2}$/i.test(row.state2Code.trim()))
      errors[`documents[${index}].state2Code`] = 'Enter two letters.';
  });
  return errors;
}

/** What a part that was begun cannot be without; otherwise what was typed of it would be lost. */
function missingParts(form: ItemForm): [path: string, text: string][] {
  const { values } = form;
  const shown = [
    ...shownFields(form).map(({ path }) => path),
    ...presentorNames.map((name) => `presentor.${name}`),
  ];
  return Object.entries(neededIn).flatMap(([group, needed]): [string, string][] => {
    const isBegun = shown.some((path) => path.startsWith(`${group}.`) && given(values, path));
    if (!isBegun) return [];
    return needed.flatMap((part): [string, string][] =>
      given(values, `${group}.${part}`) || given(values, onFileName(`${group}.${part}`))
        ? []
        : [[`${group}.${part}`, 'Needed together with what you entered beside it.']],
    );
  });
}

const wrongText: Readonly<Record<string, string>> = {
  shares: 'Enter a whole number of shares.',
  money: 'Enter an amount such as 12.50.',
  whole: 'Enter a whole number.',
  account: 'Choose an account of the list.',
  stops: 'Choose a stop of the list.',
  transaction: 'Choose a transaction of the list.',
};

const textOf = (value: unknown) => (value === null || value === undefined ? '' : String(value));

function split(given: Json, names: readonly string[]): Row {
  const values: Record<string, string> = {};
  const rest: Json = {};
  for (const [name, value] of Object.entries(given)) {
    if (names.includes(name)) {
      if (value !== null) values[name] = value === true ? '1' : value === false ? '' : textOf(value);
    } else if (value !== null) rest[name] = value;
  }
  return { id: rowId(), values, rest };
}

/** The form of an item that exists. `accountText` gives the label of an account by its number in the registry. */
export function formOf(
  content: Json,
  about: { issuer: number; zone: string; account: string; accountText?: (id: string) => string },
): ItemForm {
  const { zone, accountText = (id) => id } = about;
  const values: Record<string, string> = { kind: textOf(content.kind), caseCode: textOf(content.caseCode) };
  const { date, time } = receivedIn(zone, textOf(content.receivedAt));
  Object.assign(values, {
    receivedDate: date,
    receivedTime: time && formatTime(time),
    channel: textOf(content.channel),
  });
  const presentor = (content.presentor ?? {}) as Json;
  for (const name of presentorNames) values[`presentor.${name}`] = textOf(presentor[name]);
  const known = new Set(['kind', 'caseCode', 'receivedAt', 'channel', 'presentor']);
  const fields = groupsOf(values.kind as ItemKind, values.caseCode ?? '').flatMap((group) => group.fields);
  for (const { path, type } of fields) {
    const [name = '', inner] = path.split('.');
    known.add(name);
    const value = inner === undefined ? content[name] : (content[name] as Json | null | undefined)?.[inner];
    values[path] =
      value === true
        ? '1'
        : value === false
          ? type === 'decision'
            ? '0'
            : ''
          : Array.isArray(value)
            ? value.join(', ')
            : textOf(value);
    if (isMask(values[path] ?? '')) {
      values[onFileName(path)] = values[path] ?? '';
      values[path] = '';
    }
    if (type === 'account' && values[path]) values[`${path}.text`] = accountText(values[path]);
  }
  const list = (name: string) => {
    known.add(name);
    return (content[name] ?? []) as readonly Json[];
  };
  const certificates = list('certificates').map((one) => {
    const row = split(one, ['prefixAndCertificateNumber', 'sharesOnPaper', 'isPaperHere']);
    const { prefixAndCertificateNumber = '', ...others } = row.values;
    return { ...row, values: { ...others, number: prefixAndCertificateNumber } };
  });
  const lines = list('lines').map((one) => {
    const names = ['shares', 'certificateType', 'restrictionCode', 'legend', 'acquiredOn', 'delivery'];
    const { shareholder, systemShareholderId, ...others } = one;
    const row = split(others, names);
    const id = textOf(systemShareholderId);
    return {
      ...row,
      values: {
        ...row.values,
        mode: shareholder ? 'new' : 'known',
        ...(id ? { accountId: id, account: accountText(id) } : {}),
      },
      holder: shareholder ? holderOf(shareholder as Json) : newHolder(about.account),
    };
  });
  const documents = list('documents').map((one) =>
    split(one, [
      ...['kind', 'state', 'date', 'reference', 'waivedBy', 'reason'],
      ...['shares', 'amount', 'state2Code'],
    ]),
  );
  const guarantees = list('guarantees').map((one) =>
    split(one, ['signer', 'capacity', 'program', 'prefix', 'serial', 'guarantorName', 'date']),
  );
  const stopIds = list('stopIds') as unknown as readonly number[];
  const clearances = Object.fromEntries(
    list('clearances').map(({ obstacle, reason }) => [textOf(obstacle), textOf(reason)]),
  );
  const others = Object.fromEntries(
    Object.entries(content).filter(([name, value]) => !known.has(name) && value !== null),
  );
  return {
    issuer: `${about.issuer}`,
    values,
    certificates,
    lines: lines.length > 0 ? lines : [newLine(about.account)],
    documents,
    guarantees,
    stopIds,
    clearances,
    rest: { ...others, ...hiddenParts(content, fields) },
  };
}

/** Facts and the like that the form of this case does not show: a change of the item keeps them. */
function hiddenParts(content: Json, fields: readonly FieldSpec[]): Json {
  const shown = new Set(fields.map(({ path }) => path));
  const names = new Set(fields.flatMap(({ path }) => (path.includes('.') ? [path.split('.')[0] ?? ''] : [])));
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const inner = Object.entries((content[name] ?? {}) as Json).filter(
        ([part, value]) => value !== null && !shown.has(`${name}.${part}`),
      );
      return inner.length > 0 ? [[name, Object.fromEntries(inner)]] : [];
    }),
  );
}

/** The fields of a registration as the holder form has them. */
function holderOf(shareholder: Json): HolderDraft {
  const draft: Record<string, string> = {};
  for (const [name, value] of Object.entries(shareholder)) {
    if (value !== null && typeof value === 'object')
      for (const [inner, text] of Object.entries(value)) draft[`${name}.${inner}`] = textOf(text);
    else draft[name] = textOf(value);
  }
  for (const side of ['primary', 'secondary'] as const) {
    const taxId = draft[`${side}TaxId`] ?? '';
    draft[`${side}TaxMode`] = isMask(taxId) ? 'keep' : taxId ? 'type' : 'none';
    if (!isMask(taxId)) continue;
    draft[`${side}TaxOnFile`] = taxId;
    draft[`${side}TaxId`] = '';
  }
  if (shareholder.mailingAddress) draft.mailing = 'own';
  return draft;
}

/** What a draft is about, for the list of drafts. */
export function draftText(form: ItemForm): string {
  const numbers = form.certificates.map(({ values }) => values.number);
  const to = form.lines.map(({ values, holder }) => (values.mode === 'new' ? holder.name : values.account));
  return [form.values.kindText || form.values.kind, numbers.join(', '), to.filter(Boolean).join(', ')]
    .filter(Boolean)
    .join(' · ');
}

/** Whether a stored draft has the shape of a form. */
export const isForm = (value: unknown): value is ItemForm =>
  typeof value === 'object' &&
  value !== null &&
  'values' in value &&
  'lines' in value &&
  'documents' in value;
