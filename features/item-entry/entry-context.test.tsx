// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { ChoiceField, fittingItems } from './entry-context.tsx';

afterEach(cleanup);

const items = [
  'Gift',
  'Joint to single',
  'Correction: Gift',
  'Correction: Joint to single',
  'Lost certificate',
  'Lost-holder search',
].map((label) => ({ id: label, label }));
const found = (typed: string) => fittingItems(items, typed).map(({ label }) => label);

test('a typed text stands for the item with its name, or the only one that begins with it', () => {
  expect(found('gift')).toEqual(['Gift']);
  expect(found('joint')).toEqual(['Joint to single']);
  expect(found('lost')).toEqual(['Lost certificate', 'Lost-holder search']);
  expect(found('holder')).toEqual(['Lost-holder search']);
});

type State = { isLoading: boolean; chosen: string[]; text: string };

function Accounts({ state }: { state: State }) {
  const [text, setText] = useState(state.text);
  const [chosen, setChosen] = useState('');
  return (
    <ChoiceField
      name="account"
      label="To account"
      items={state.isLoading ? [] : [{ id: '7', label: 'ADA QUILL', note: '00100520' }]}
      isLoading={state.isLoading}
      other={(typed) => `New registration: ${typed}`}
      onOther={() => state.chosen.push('new')}
      text={text}
      chosen={chosen}
      onText={setText}
      onChoose={(item) => {
        state.chosen.push(item.id);
        setChosen(item.id);
        setText(item.label);
      }}
    />
  );
}

const typeAccount = (state: State) => {
  const view = render(<Accounts state={state} />);
  const field = screen.getByRole('combobox', { name: /^To account/ });
  act(() => field.focus());
  fireEvent.change(field, { target: { value: '00100520' } });
  return { field, loaded: () => view.rerender(<Accounts state={{ ...state, isLoading: false }} />) };
};

test('Enter before the accounts have loaded waits for them and registers nobody', () => {
  const state: State = { isLoading: true, chosen: [], text: '' };
  const { field, loaded } = typeAccount(state);
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(state.chosen).toEqual([]);
  loaded();
  expect(state.chosen).toEqual(['7']);
});

test('a field that was left before its items had loaded is settled when they have', () => {
  const state: State = { isLoading: true, chosen: [], text: '' };
  const { field, loaded } = typeAccount(state);
  act(() => field.blur());
  loaded();
  expect(state.chosen).toEqual(['7']);
});
