// Country codes and the options of the country field.

/** ISO 3166 codes; the browser provides the names. */
const codes =
  'AD AE AF AG AI AL AM AO AR AT AU AW AZ BA BB BD BE BF BG BH BI BJ BM BN BO BR BS BT BW BY BZ CA CD CF CG CH CI CL CM CN CO CR CU CV CW CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FM FR GA GB GD GE GG GH GI GM GN GQ GR GT GW GY HK HN HR HT HU ID IE IL IM IN IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MG MH MK ML MM MN MO MR MT MU MV MW MX MY MZ NA NE NG NI NL NO NP NR NZ OM PA PE PG PH PK PL PR PT PW PY QA RO RS RU RW SA SB SC SD SE SG SI SK SL SM SN SO SR SS ST SV SY SZ TC TD TG TH TJ TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WS YE ZA ZM ZW'.split(
    ' ',
  );

const first = ['US', 'CA'];

/** Countries by name, with the two that have their own rules first; `also` keeps an unknown code. */
export function countryOptions(also: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  const named = codes.map((value) => ({ value, label: names.of(value) ?? value }));
  const others = named.filter(({ value }) => !first.includes(value));
  const top = named.filter(({ value }) => first.includes(value)).sort((a, b) => (a.value < b.value ? 1 : -1));
  const unknown = also && !codes.includes(also) ? [{ value: also, label: also }] : [];
  return [...unknown, ...top, ...others.sort((a, b) => a.label.localeCompare(b.label, 'en'))];
}
