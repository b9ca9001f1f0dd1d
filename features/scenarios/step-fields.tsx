'use client';

import { Button, IconButton } from '#components/ui/button';
import { Combobox } from '#components/ui/input/combobox';
import { Field } from '#components/ui/input/field';
import { Select } from '#components/ui/input/inputs';
import { TextInput } from '#components/ui/input/text-input';
import {
  type BuybackStep,
  type ConversionStep,
  type FractionRule,
  type Investor,
  investorsMax,
  type PoolStep,
  type RoundStep,
  type SplitStep,
  type Step,
} from '#lib/register/scenarios/steps';
import { FigureField } from './figure-field.tsx';
import { HolderField, type HolderItems } from './holder-field.tsx';

/** What a step can choose from: the register as it is before the step. */
export type StepChoices = {
  classes: readonly string[];
  /** Names of the reserves of a class. */
  reservesOf: (className: string) => readonly string[];
  holders: HolderItems;
};

type Of<T extends Step> = { step: T; choices: StepChoices; change: (part: Partial<T>) => void };

/** The fields of a step by its kind. */
export function StepFields({ step, choices, change }: Of<Step>) {
  const own = { choices, change: change as never };
  switch (step.kind) {
    case 'round':
      return <RoundFields step={step} {...own} />;
    case 'pool':
      return <PoolFields step={step} {...own} />;
    case 'conversion':
      return <ConversionFields step={step} {...own} />;
    case 'buyback':
      return <BuybackFields step={step} {...own} />;
    case 'split':
      return <SplitFields step={step} {...own} />;
  }
}

const pair = 'grid grid-cols-2 items-start gap-x-3 gap-y-3 max-[26rem]:grid-cols-1';
const asOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

type ClassProps = {
  label: string;
  value: string;
  classes: readonly string[];
  none?: string;
  hint?: string;
  onChange: (className: string) => void;
};

/** A class that is not there at this step stays in the list, so that it can be seen. */
const ClassField = ({ label, value, classes, none, hint, onChange }: ClassProps) => (
  <Field label={label} hint={hint}>
    <Select
      value={value}
      onChange={(event) => onChange(event.target.value)}
      options={[
        ...(none !== undefined || value === '' ? [{ value: '', label: none ?? 'Select a class' }] : []),
        ...asOptions(classes),
        ...(value === '' || classes.includes(value) ? [] : [{ value, label: `${value} (not there)` }]),
      ]}
    />
  </Field>
);

const fractionOptions: readonly { value: FractionRule; label: string }[] = [
  { value: 'Round Down', label: 'Rounded down' },
  { value: 'Round Up', label: 'Rounded up' },
  { value: 'Round Nearest', label: 'Rounded to the nearest share' },
  { value: 'Cash In Lieu', label: 'Paid in cash' },
  { value: 'None', label: 'Not allowed' },
];

type TermsProps = {
  step: ConversionStep | SplitStep;
  change: (part: Partial<Pick<SplitStep, 'give' | 'per' | 'fractions' | 'price'>>) => void;
};

function FractionFields({ step, change }: TermsProps) {
  return (
    <div className={pair}>
      <Field label="Fractions">
        <Select
          value={step.fractions}
          options={fractionOptions}
          onChange={(event) => change({ fractions: event.target.value as FractionRule })}
        />
      </Field>
      {step.fractions === 'Cash In Lieu' && (
        <FigureField
          kind="money"
          label="Price of a share"
          value={step.price}
          onChange={(price) => change({ price })}
        />
      )}
    </div>
  );
}

type RatioProps = TermsProps & { labels: readonly [string, string] };

const RatioFields = ({ step, change, labels }: RatioProps) => (
  <div className={pair}>
    <FigureField kind="count" label={labels[0]} value={step.give} onChange={(give) => change({ give })} />
    <FigureField kind="count" label={labels[1]} value={step.per} onChange={(per) => change({ per })} />
  </div>
);

const newClass = '\n';

function RoundFields({ step, choices, change }: Of<RoundStep>) {
  const set = (id: string, part: Partial<Investor>) =>
    change({ investors: step.investors.map((one) => (one.id === id ? { ...one, ...part } : one)) });
  const { classes } = choices;
  return (
    <>
      <div className={pair}>
        <Field label="Class">
          <Select
            value={step.isNew ? newClass : step.className}
            onChange={({ target: { value } }) =>
              change(value === newClass ? { isNew: true, className: '' } : { isNew: false, className: value })
            }
            options={[
              ...(step.className === '' && !step.isNew ? [{ value: '', label: 'Select a class' }] : []),
              ...asOptions(classes),
              { value: newClass, label: 'New class' },
              ...(step.isNew || step.className === '' || classes.includes(step.className)
                ? []
                : [{ value: step.className, label: `${step.className} (not there)` }]),
            ]}
          />
        </Field>
        <Field label="Price">
          <Select
            value={step.by}
            onChange={(event) => change({ by: event.target.value as RoundStep['by'] })}
            options={[
              { value: 'price', label: 'By share' },
              { value: 'preMoney', label: 'By pre-money value' },
            ]}
          />
        </Field>
        {step.isNew && (
          <>
            <Field label="Name of the new class">
              <TextInput
                maxLength={120}
                value={step.className}
                onChange={(event) => change({ className: event.target.value })}
              />
            </Field>
            <FigureField
              kind="shares"
              label="Shares to authorize"
              hint="Empty: not decided."
              value={step.authorized}
              onChange={(authorized) => change({ authorized })}
            />
          </>
        )}
        {step.by === 'price' ? (
          <FigureField
            kind="money"
            label="Price per share"
            value={step.price}
            onChange={(price) => change({ price })}
          />
        ) : (
          <FigureField
            kind="money"
            label="Pre-money value"
            value={step.preMoney}
            onChange={(preMoney) => change({ preMoney })}
          />
        )}
        <ClassField
          label="Value counted on"
          hint="Fully diluted shares of this class."
          value={step.base}
          classes={classes}
          none="No class"
          onChange={(base) => change({ base })}
        />
      </div>
      <div className="flex flex-col gap-2">
        {step.investors.map((one, index) => (
          <div key={one.id} className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)_auto] items-start gap-x-2">
            <Field
              label={`Investor ${index + 1}`}
              hint={one.holder ? 'Holder of the register' : one.name.trim() ? 'New' : undefined}
            >
              <Combobox
                label={`Investor ${index + 1}`}
                items={choices.holders}
                text={one.name}
                value={one.holder || undefined}
                placeholder="Name"
                onQuery={(name) => set(one.id, { name: name.slice(0, 300), holder: '' })}
                onSelect={({ id, label }) => set(one.id, { name: label, holder: id })}
                empty="Not in the register: a new investor."
              />
            </Field>
            <FigureField
              kind="money"
              label="Amount invested"
              value={one.amount}
              onChange={(amount) => set(one.id, { amount })}
            />
            <IconButton
              label={`Remove investor ${index + 1}`}
              icon="close"
              className="mt-6"
              onClick={() => change({ investors: step.investors.filter(({ id }) => id !== one.id) })}
            />
          </div>
        ))}
        {step.investors.length < investorsMax && (
          <div>
            <Button
              size="sm"
              onClick={() =>
                change({
                  investors: [
                    ...step.investors,
                    { id: `i${Date.now().toString(36)}`, holder: '', name: '', amount: '' },
                  ],
                })
              }
            >
              Add investor
            </Button>
          </div>
        )}
      </div>
    </>
  );
}

function PoolFields({ step, choices, change }: Of<PoolStep>) {
  const reserves = choices.reservesOf(step.className);
  const isKnown = reserves.includes(step.reserve);
  return (
    <div className={pair}>
      <ClassField
        label="Class"
        value={step.className}
        classes={choices.classes}
        onChange={(className) => change({ className, reserve: '' })}
      />
      <Field label="Reserve" hint={step.reserve.trim() && !isKnown ? 'New' : undefined}>
        <Combobox
          label="Reserve"
          items={reserves.map((name) => ({ id: name, label: name }))}
          text={step.reserve}
          value={isKnown ? step.reserve : undefined}
          placeholder="Name"
          onQuery={(reserve) => change({ reserve: reserve.slice(0, 300) })}
          onSelect={({ label }) => change({ reserve: label })}
          empty="Not in the register: a new reserve."
        />
      </Field>
      <Field label="Size">
        <Select
          value={step.by}
          onChange={(event) => change({ by: event.target.value as PoolStep['by'] })}
          options={[
            { value: 'shares', label: 'Add shares' },
            { value: 'percent', label: 'Reach a percentage' },
          ]}
        />
      </Field>
      {step.by === 'shares' ? (
        <FigureField
          kind="shares"
          label="Shares to add"
          value={step.shares}
          onChange={(shares) => change({ shares })}
        />
      ) : (
        <FigureField
          kind="percent"
          label="% of fully diluted"
          hint="Of the class, after all steps."
          value={step.percent}
          onChange={(percent) => change({ percent })}
        />
      )}
    </div>
  );
}

function ConversionFields({ step, choices, change }: Of<ConversionStep>) {
  const reserves = choices.reservesOf(step.to);
  return (
    <>
      <div className={pair}>
        <ClassField
          label="Convert"
          value={step.className}
          classes={choices.classes}
          onChange={(className) => change({ className })}
        />
        <ClassField
          label="Into"
          value={step.to}
          classes={choices.classes}
          onChange={(to) => change({ to, reserve: '' })}
        />
      </div>
      <RatioFields step={step} change={change} labels={['New shares', 'For every']} />
      <div className={pair}>
        <HolderField
          label="Holder"
          all="Every holder of the class."
          holders={choices.holders}
          value={step.holder}
          onChange={(holder) => change({ holder })}
        />
        <Field label="Taken from reserve">
          <Select
            value={step.reserve}
            onChange={(event) => change({ reserve: event.target.value })}
            options={[
              { value: '', label: 'None' },
              ...asOptions(reserves),
              ...(step.reserve === '' || reserves.includes(step.reserve)
                ? []
                : [{ value: step.reserve, label: `${step.reserve} (not there)` }]),
            ]}
          />
        </Field>
      </div>
      <FractionFields step={step} change={change} />
    </>
  );
}

function BuybackFields({ step, choices, change }: Of<BuybackStep>) {
  return (
    <div className={pair}>
      <ClassField
        label="Class"
        value={step.className}
        classes={choices.classes}
        onChange={(className) => change({ className })}
      />
      <HolderField
        label="From"
        all="From all holders, pro rata."
        holders={choices.holders}
        value={step.holder}
        onChange={(holder) => change({ holder })}
      />
      <FigureField
        kind="shares"
        label="Shares"
        value={step.shares}
        onChange={(shares) => change({ shares })}
      />
      <FigureField
        kind="money"
        label="Price per share"
        value={step.price}
        onChange={(price) => change({ price })}
      />
      <Field label="Afterwards">
        <Select
          value={step.into}
          onChange={(event) => change({ into: event.target.value as BuybackStep['into'] })}
          options={[
            { value: 'treasury', label: 'Held in treasury' },
            { value: 'retired', label: 'Retired' },
          ]}
        />
      </Field>
    </div>
  );
}

function SplitFields({ step, choices, change }: Of<SplitStep>) {
  return (
    <>
      <ClassField
        label="Class"
        value={step.className}
        classes={choices.classes}
        hint="Reserves are split too, rounded down. Authorized does not change."
        onChange={(className) => change({ className })}
      />
      <RatioFields step={step} change={change} labels={['New shares', 'For every']} />
      <FractionFields step={step} change={change} />
    </>
  );
}
