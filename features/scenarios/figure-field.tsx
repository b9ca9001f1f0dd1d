import { Field } from '#components/ui/input/field';
import { TextInput } from '#components/ui/input/text-input';
import { readShares } from '#lib/format/whole-number';
import { readCount, readMoney, readPercent } from '#lib/register/scenarios/figures';

/** By kind of figure: how its text is read (null for one that is not usable), and what to enter, as a sentence. */
const kinds = {
  shares: { read: readShares, wrong: 'Enter a whole number of shares, such as 1,500,000.' },
  money: {
    read: readMoney,
    wrong: 'Enter an amount above zero, such as 2,500,000 or 1.25, with at most six decimals.',
  },
  count: { read: readCount, wrong: 'Enter a number above zero, such as 3 or 1.1578.' },
  percent: { read: readPercent, wrong: 'Enter a percentage above 0 and below 100, such as 12.5.' },
} as const;

type Props = {
  kind: keyof typeof kinds;
  label: string;
  value: string;
  onChange: (value: string) => void;
  hint?: string;
};

/** A figure of a step, as text: exact, whatever its size. */
export const FigureField = ({ kind, label, value, onChange, hint }: Props) => (
  <Field
    label={label}
    hint={hint}
    error={value.trim() !== '' && kinds[kind].read(value) === null ? kinds[kind].wrong : null}
  >
    <TextInput
      inputMode="decimal"
      maxLength={40}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  </Field>
);
