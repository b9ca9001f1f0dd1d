import { Field } from '#components/ui/input/field';
import { TextInput } from '#components/ui/input/inputs';

type Props = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Null for text that is not usable. */
  read: (text: string) => unknown;
  /** What to enter, as a sentence; shown where the text is not usable. */
  wrong: string;
  hint?: string;
  className?: string;
};

/** A figure of a step, as text: exact, whatever its size. */
export const FigureField = ({ label, value, onChange, read, wrong, hint, className }: Props) => (
  <Field
    label={label}
    hint={hint}
    className={className}
    error={value.trim() !== '' && read(value) === null ? wrong : null}
  >
    <TextInput
      inputMode="decimal"
      maxLength={40}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  </Field>
);

export const wrongShares = 'Enter a whole number of shares, such as 1,500,000.';
export const wrongMoney = 'Enter an amount above zero, such as 2,500,000 or 1.25, with at most six decimals.';
export const wrongCount = 'Enter a number above zero, such as 3 or 1.1578.';
export const wrongPercent = 'Enter a percentage above 0 and below 100, such as 12.5.';
