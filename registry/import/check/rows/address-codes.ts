// Country codes, and checks of country, state and postal code.

/** ISO 3166-1: two letters of every country. */
const countryCodes = new Set(
  (
    'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC ' +
    'CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD ' +
    'GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH ' +
    'KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW ' +
    'MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC ' +
    'SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY ' +
    'UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
  ).split(' '),
);

/** Codes that are often written for another one. */
const meant: Readonly<Record<string, string>> = {
  ...{ UK: 'GB', EL: 'GR', EN: 'GB', SP: 'ES', SW: 'SE' },
  ...{ USA: 'US', CAN: 'CA', GBR: 'GB', MEX: 'MX', DEU: 'DE', FRA: 'FR', CHE: 'CH', CHN: 'CN', JPN: 'JP' },
};

const statesOf: Readonly<Record<string, ReadonlySet<string>>> = {
  US: new Set(
    (
      'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA ' +
      'RI SC SD TN TX UT VT VA WA WV WI WY PR VI GU AS MP AA AE AP'
    ).split(' '),
  ),
  CA: new Set('AB BC MB NB NL NS NT NU ON PE QC SK YT'.split(' ')),
};

const postalOf: Readonly<Record<string, RegExp>> = {
  US: /^\d{5}(?:-\d{4})?$/,
  CA: /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/,
};

/** The sentence for a code that is no country; undefined for a country. */
export function countryProblem(code: string): string | undefined {
  if (countryCodes.has(code)) return undefined;
  const upper = code.toUpperCase();
  const other = countryCodes.has(upper) ? upper : (meant[upper] ?? byName().get(upper));
  return `${code} is not a country code.${other ? ` Is it ${other}?` : ''}`;
}

/** Codes by the English names of countries in capitals. */
let names: Map<string, string> | undefined;
const byName = () => {
  names ??= new Map([...countryCodes].map((code) => [countryName(code).toUpperCase(), code]));
  return names;
};

/** The sentence for a state that the country does not have. */
export function stateProblem(country: string, state: string): string | undefined {
  if (isState(country, state)) return undefined;
  const upper = state.toUpperCase();
  return `${state} is not a state of ${country}.${isState(country, upper) ? ` Is it ${upper}?` : ''}`;
}

const isState = (country: string, state: string): boolean => statesOf[country]?.has(state) ?? true;

/** Countries in which state and postal code are required. */
export const needsState = (country: string): boolean => country in statesOf;

/** The code and sentence for a postal code that the country does not have. */
export function postalProblem(
  country: string,
  text: string,
): readonly [code: string, sentence: string] | undefined {
  if (postalOf[country]?.test(text) ?? true) return undefined;
  if (country === 'US' && /^\d{4}$/.test(text))
    return ['X12', `Postal code ${text} has four digits. Is it 0${text}?`];
  return ['X21', `${text} is not a valid Postal code.`];
}

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

const nameOf = new Map([...countryCodes].map((code) => [code, countryNames.of(code) ?? '']));

/** The English name of a country: mail abroad needs it as its last line. */
export const countryName = (code: string | null | undefined): string => nameOf.get(code ?? '') ?? '';
