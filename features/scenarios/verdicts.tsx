// Shows what each class has available to issue after a scenario, and the money that its steps move.

import { Stat, StatRow } from '#components/ui/figures';
import { Icon } from '#components/ui/icons';
import { moneyOf, type Outcome } from '#lib/register/scenarios/apply';
import { type Verdict, verdictsOf } from '#lib/register/scenarios/compare';
import { moneyText, priceText } from '#lib/register/scenarios/figures';
import type { Register } from '#lib/register/scenarios/start';

/** What is available to issue of every class, what exceeds first: the answer of the page. */
export function Verdicts({ register, title }: { register: Register; title?: string }) {
  const verdicts = verdictsOf(register);
  if (verdicts.length === 0) return null;
  return (
    <section
      aria-label={title ? `Available to issue: ${title}` : 'Available to issue'}
      className="mb-3 min-w-0"
    >
      {title && <h2 className="mb-1 text-sm text-muted break-words">{title}</h2>}
      <ul className="flex flex-wrap gap-x-8 gap-y-2">
        {verdicts.map((one) => (
          <li key={one.className} className="min-w-0">
            <p className="text-xs break-words text-muted">{one.className}</p>
            <p className={`flex items-baseline gap-1.5 text-lg leading-6 font-medium ${toneOf(one)}`}>
              {(one.kind === 'exceeded' || one.kind === 'to authorize') && (
                <Icon name="alert" className="size-4 shrink-0 self-center" />
              )}
              <span className="min-w-0 break-words">{one.text}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const toneOf = ({ kind }: Verdict) =>
  kind === 'exceeded'
    ? 'text-danger'
    : kind === 'to authorize'
      ? 'text-warning'
      : kind === 'unknown'
        ? 'text-muted'
        : 'text-ink';

type MoneyProps = {
  outcomes: readonly Outcome[];
  /** The scenario it is compared with. */
  other?: { name: string; outcomes: readonly Outcome[] };
};

/** Money in and out, and the value at the last round; nothing where no step moves money. */
export function MoneyFigures({ outcomes, other }: MoneyProps) {
  const own = figuresOf(outcomes);
  const beside = other && figuresOf(other.outcomes);
  const shown = own.filter(({ value }, index) => value !== null || (beside && beside[index]?.value !== null));
  if (shown.length === 0) return null;
  return (
    <StatRow>
      {shown.map(({ label, value, text }) => {
        const same = beside?.find((one) => one.label === label);
        return (
          <Stat
            key={label}
            label={label}
            value={text(value)}
            note={same && `${other?.name}: ${same.text(same.value)}`}
          />
        );
      })}
    </StatRow>
  );
}

function figuresOf(outcomes: readonly Outcome[]) {
  const counted = outcomes.filter(({ refused }) => refused === null);
  const { raised, paid } = moneyOf(counted);
  const last = counted.findLast((one) => one.raised !== null);
  return [
    { label: 'Raised', value: raised, text: moneyText },
    { label: 'Paid by the issuer', value: paid, text: moneyText },
    { label: 'Price per share, last round', value: last?.price ?? null, text: priceText },
    { label: 'Pre-money value, last round', value: last?.preMoney ?? null, text: moneyText },
    { label: 'Post-money value, last round', value: last?.postMoney ?? null, text: moneyText },
  ];
}
