import { z } from 'zod';
import { isDate } from '#lib/format/dates';

/**
 * Objects of the Open Cap Table Format (OCF) that have a place in a register, as this reader understands them. Written
 * here from the public description of version 1.2.0; objects of 1.0.0 to 1.2.1-alpha are read too.
 */
export const writtenVersion = '1.2.0';
export const readVersions = ['1.0.0', '1.1.0', '1.2.0', '1.2.1-alpha+main'] as const;

const text = z.string('a text is needed');
const id = text.min(1, 'an id is needed').max(200, 'an id of at most 200 characters is needed');
const ids = z.array(id, 'a list of ids is needed').max(100_000, 'at most 100000 ids are needed');
const date = text.refine(isDate, 'a day such as 2019-05-01 is needed');
const signed = text.regex(/^[+-]?\d{1,30}(?:\.\d{1,10})?$/, 'a number as text such as 1000 is needed');
const shares = text.regex(/^\+?\d{1,18}(?:\.0{1,10})?$/, 'a whole number as text such as 1000 is needed');
const factor = text.regex(
  /^\+?(?=[\d.]*[1-9])\d{1,18}(?:\.\d{1,10})?$/,
  'a number above 0 as text is needed',
);
const someShares = text.regex(
  /^\+?(?=\d*[1-9])\d{1,18}(?:\.0{1,10})?$/,
  'a whole number above 0 as text such as 1000 is needed',
);
const country = text.regex(/^[A-Z]{2}$/, 'two letters of a country are needed');
const currency = text.regex(/^[A-Z]{3}$/, 'three letters of a currency are needed');
const money = z.strictObject({ amount: signed, currency }, 'an amount with its currency is needed');
const oneOf = <const Values extends readonly [string, ...string[]]>(...values: Values) =>
  z.enum(values, `one of ${values.join(', ')} is needed`);
const list = <Of extends z.ZodType>(of: Of) => z.array(of, 'a list is needed');

const comments = list(text).optional();
const approvals = { board_approval_date: date.optional(), stockholder_approval_date: date.optional() };

const email = z.strictObject(
  { email_type: oneOf('PERSONAL', 'BUSINESS', 'OTHER'), email_address: text },
  'an e-mail address with its type is needed',
);
const phone = z.strictObject(
  { phone_type: oneOf('HOME', 'MOBILE', 'BUSINESS', 'OTHER'), phone_number: text },
  'a phone number with its type is needed',
);
const address = z.strictObject(
  {
    address_type: oneOf('LEGAL', 'CONTACT', 'OTHER'),
    street_suite: text.optional(),
    city: text.optional(),
    country_subdivision: text.optional(),
    country,
    postal_code: text.optional(),
  },
  'an address is needed',
);
const name = z.strictObject(
  { legal_name: text.min(1, 'a name is needed'), first_name: text.optional(), last_name: text.optional() },
  'a name is needed',
);
const taxId = z.strictObject({ tax_id: text, country }, 'a tax id with its country is needed');
const contact = z.strictObject(
  { name: name.optional(), phone_numbers: list(phone).optional(), emails: list(email).optional() },
  'contact data are needed',
);

/** Amounts of authorized shares: a number, or one of two words. */
const authorized = z.union([shares, oneOf('UNLIMITED', 'NOT APPLICABLE')], {
  error: 'a whole number as text, UNLIMITED or NOT APPLICABLE is needed',
});

const base = { id, comments };
const event = { ...base, date };
const ofSecurity = { ...event, security_id: id };
const withBalance = { balance_security_id: id.optional() };

export const definitions = {
  ISSUER: z.object({
    ...base,
    legal_name: text.min(1, 'a name is needed'),
    dba: text.optional(),
    formation_date: date,
    country_of_formation: country,
    country_subdivision_of_formation: text.optional(),
    country_subdivision_name_of_formation: text.optional(),
    tax_ids: list(taxId).optional(),
    email: email.optional(),
    phone: phone.optional(),
    address: address.optional(),
    initial_shares_authorized: authorized.optional(),
  }),
  STAKEHOLDER: z.object({
    ...base,
    name,
    stakeholder_type: oneOf('INDIVIDUAL', 'INSTITUTION'),
    issuer_assigned_id: text.optional(),
    current_relationship: text.optional(),
    current_relationships: list(text).optional(),
    current_status: text.optional(),
    primary_contact: contact.optional(),
    contact_info: contact.optional(),
    addresses: list(address).optional(),
    tax_ids: list(taxId).optional(),
  }),
  STOCK_CLASS: z.object({
    ...base,
    ...approvals,
    name: text.min(1, 'a name is needed'),
    class_type: oneOf('COMMON', 'PREFERRED'),
    default_id_prefix: text,
    initial_shares_authorized: authorized,
    votes_per_share: signed,
    par_value: money.optional(),
    price_per_share: money.optional(),
    seniority: signed,
    conversion_rights: list(z.unknown()).optional(),
    liquidation_preference_multiple: signed.optional(),
    participation_cap_multiple: signed.optional(),
  }),
  STOCK_LEGEND_TEMPLATE: z.object({ ...base, name: text, text }),
  STOCK_PLAN: z.object({
    ...base,
    ...approvals,
    plan_name: text.min(1, 'a name is needed'),
    initial_shares_reserved: shares,
    default_cancellation_behavior: text.optional(),
    stock_class_id: id.optional(),
    stock_class_ids: ids.optional(),
  }),
  TX_STOCK_ISSUANCE: z.object({
    ...ofSecurity,
    ...approvals,
    custom_id: text,
    stakeholder_id: id,
    stock_class_id: id,
    quantity: someShares,
    share_price: money,
    security_law_exemptions: list(z.unknown()),
    stock_legend_ids: ids,
    stock_plan_id: id.optional(),
    consideration_text: text.optional(),
    share_numbers_issued: list(z.unknown()).optional(),
    vesting_terms_id: id.optional(),
    vestings: list(z.unknown()).optional(),
    cost_basis: money.optional(),
    issuance_type: text.optional(),
  }),
  TX_STOCK_TRANSFER: z.object({
    ...ofSecurity,
    ...withBalance,
    resulting_security_ids: ids.min(1, 'at least one id is needed'),
    quantity: shares,
    consideration_text: text.optional(),
  }),
  TX_STOCK_CANCELLATION: z.object({ ...ofSecurity, ...withBalance, quantity: shares, reason_text: text }),
  TX_STOCK_REPURCHASE: z.object({
    ...ofSecurity,
    ...withBalance,
    quantity: shares,
    price: money,
    consideration_text: text.optional(),
  }),
  TX_STOCK_RETRACTION: z.object({ ...ofSecurity, reason_text: text }),
  TX_STOCK_REISSUANCE: z.object({
    ...ofSecurity,
    resulting_security_ids: ids,
    split_transaction_id: id.optional(),
    reason_text: text.optional(),
  }),
  TX_STOCK_CONSOLIDATION: z.object({
    ...event,
    security_ids: ids.min(1, 'at least one id is needed'),
    resulting_security_id: id,
    reason_text: text.optional(),
  }),
  TX_STOCK_CONVERSION: z.object({
    ...ofSecurity,
    ...withBalance,
    resulting_security_ids: ids,
    quantity_converted: shares,
  }),
  TX_STOCK_CLASS_SPLIT: z.object({
    ...event,
    stock_class_id: id,
    split_ratio: z.strictObject({ numerator: factor, denominator: factor }, 'two numbers are needed'),
  }),
  TX_STOCK_CLASS_AUTHORIZED_SHARES_ADJUSTMENT: z.object({
    ...event,
    ...approvals,
    stock_class_id: id,
    new_shares_authorized: shares,
  }),
  TX_STOCK_PLAN_POOL_ADJUSTMENT: z.object({
    ...event,
    ...approvals,
    stock_plan_id: id,
    shares_reserved: shares,
  }),
} as const;

export type ObjectType = keyof typeof definitions;
export type ObjectOf<Type extends ObjectType> = z.infer<(typeof definitions)[Type]>;

/**
 * Properties that become part of the register; of an object's other properties that are filled, the names are listed.
 */
export const usedProperties: Record<ObjectType, readonly string[]> = {
  ISSUER: [
    ...['legal_name', 'formation_date', 'country_of_formation', 'country_subdivision_of_formation'],
    ...['email', 'phone', 'address'],
  ],
  STAKEHOLDER: [
    ...['name', 'stakeholder_type', 'issuer_assigned_id', 'primary_contact', 'contact_info'],
    ...['addresses', 'tax_ids'],
  ],
  STOCK_CLASS: [
    ...['name', 'class_type', 'default_id_prefix', 'initial_shares_authorized', 'votes_per_share'],
    ...['par_value', 'board_approval_date', 'stockholder_approval_date', 'seniority'],
  ],
  STOCK_LEGEND_TEMPLATE: ['name', 'text'],
  STOCK_PLAN: [
    ...['plan_name', 'initial_shares_reserved', 'stock_class_id', 'stock_class_ids'],
    ...['board_approval_date', 'stockholder_approval_date'],
  ],
  TX_STOCK_ISSUANCE: [
    ...['date', 'security_id', 'custom_id', 'stakeholder_id', 'stock_class_id', 'quantity'],
    ...['stock_legend_ids', 'stock_plan_id'],
  ],
  TX_STOCK_TRANSFER: ['date', 'security_id', 'balance_security_id', 'resulting_security_ids', 'quantity'],
  TX_STOCK_CANCELLATION: ['date', 'security_id', 'balance_security_id', 'quantity', 'reason_text'],
  TX_STOCK_REPURCHASE: ['date', 'security_id', 'balance_security_id', 'quantity'],
  TX_STOCK_RETRACTION: ['date', 'security_id', 'reason_text'],
  TX_STOCK_REISSUANCE: [
    'date',
    'security_id',
    'resulting_security_ids',
    'split_transaction_id',
    'reason_text',
  ],
  TX_STOCK_CONSOLIDATION: ['date', 'security_ids', 'resulting_security_id', 'reason_text'],
  TX_STOCK_CONVERSION: [
    ...['date', 'security_id', 'balance_security_id', 'resulting_security_ids', 'quantity_converted'],
  ],
  TX_STOCK_CLASS_SPLIT: ['date', 'stock_class_id', 'split_ratio'],
  TX_STOCK_CLASS_AUTHORIZED_SHARES_ADJUSTMENT: [
    ...[
      'date',
      'stock_class_id',
      'new_shares_authorized',
      'board_approval_date',
      'stockholder_approval_date',
    ],
  ],
  TX_STOCK_PLAN_POOL_ADJUSTMENT: ['date', 'stock_plan_id', 'shares_reserved'],
};

/** Securities that have no place in a register of shares: leaving them out needs a decision. */
export const otherSecurities: ReadonlySet<string> = new Set([
  'TX_CONVERTIBLE_ISSUANCE',
  'TX_EQUITY_COMPENSATION_ISSUANCE',
  'TX_PLAN_SECURITY_ISSUANCE',
  'TX_WARRANT_ISSUANCE',
]);

/** Other objects of the format without a place here: they change no position. */
export const otherObjects: ReadonlySet<string> = new Set([
  ...['VALUATION', 'VESTING_TERMS', 'FINANCING', 'DOCUMENT'],
  ...['TX_ISSUER_AUTHORIZED_SHARES_ADJUSTMENT', 'TX_STOCK_CLASS_CONVERSION_RATIO_ADJUSTMENT'],
  ...['TX_STOCK_PLAN_RETURN_TO_POOL', 'TX_STOCK_ACCEPTANCE', 'TX_EQUITY_COMPENSATION_REPRICING'],
  ...['TX_VESTING_START', 'TX_VESTING_EVENT', 'TX_VESTING_ACCELERATION'],
  ...['CE_STAKEHOLDER_RELATIONSHIP', 'CE_STAKEHOLDER_STATUS'],
  ...['CONVERTIBLE', 'EQUITY_COMPENSATION', 'PLAN_SECURITY', 'WARRANT'].flatMap((security) =>
    ['ACCEPTANCE', 'CANCELLATION', 'CONVERSION', 'EXERCISE', 'RELEASE', 'RETRACTION', 'TRANSFER'].map(
      (what) => `TX_${security}_${what}`,
    ),
  ),
]);

const fileList = z
  .array(
    z.object({
      filepath: text.min(1, 'a path is needed').max(1000, 'a path of at most 1000 characters is needed'),
      md5: text.regex(/^[a-fA-F0-9]{32}$/, 'an MD5 digest of 32 figures is needed'),
    }),
    'a list of files is needed',
  )
  .max(1000, 'at most 1000 files are needed');

/** The lists of the manifest, with the type that their files state and the objects that these hold. */
export const fileLists = {
  stakeholders_files: ['OCF_STAKEHOLDERS_FILE', 'STAKEHOLDER'],
  stock_classes_files: ['OCF_STOCK_CLASSES_FILE', 'STOCK_CLASS'],
  stock_legend_templates_files: ['OCF_STOCK_LEGEND_TEMPLATES_FILE', 'STOCK_LEGEND_TEMPLATE'],
  stock_plans_files: ['OCF_STOCK_PLANS_FILE', 'STOCK_PLAN'],
  vesting_terms_files: ['OCF_VESTING_TERMS_FILE', 'VESTING_TERMS'],
  valuations_files: ['OCF_VALUATIONS_FILE', 'VALUATION'],
  transactions_files: ['OCF_TRANSACTIONS_FILE', 'TX_ or CE_'],
  financings_files: ['OCF_FINANCINGS_FILE', 'FINANCING'],
  documents_files: ['OCF_DOCUMENTS_FILE', 'DOCUMENT'],
} as const;

export type FileList = keyof typeof fileLists;

export const manifestDefinition = z.object({
  file_type: z.literal('OCF_MANIFEST_FILE', 'OCF_MANIFEST_FILE is needed'),
  ocf_version: oneOf(...readVersions),
  issuer: z.unknown(),
  as_of: date,
  generated_at: text,
  comments,
  stakeholders_files: fileList,
  stock_classes_files: fileList,
  stock_legend_templates_files: fileList,
  stock_plans_files: fileList,
  vesting_terms_files: fileList,
  valuations_files: fileList,
  transactions_files: fileList,
  financings_files: fileList.optional(),
  documents_files: fileList.optional(),
});
