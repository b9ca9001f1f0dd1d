// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { PressButton } from '../press-button.tsx';
import { keepEarlyPresses } from './early-press.ts';

keepEarlyPresses();

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

const served = (page: React.ReactNode) => {
  const root = document.createElement('div');
  root.innerHTML = renderToString(page);
  document.body.append(root);
  return root;
};
const live = async (container: Element, page: React.ReactNode) => {
  render(page, { container, hydrate: true });
  // A kept press is done in a task of its own.
  await new Promise((done) => setTimeout(done, 20));
};

test('a press before the code has loaded is done once, when it has', async () => {
  const onClick = vi.fn();
  const page = <PressButton onClick={onClick}>Rename</PressButton>;
  const root = served(page);
  fireEvent.click(screen.getByText('Rename'));
  fireEvent.click(screen.getByText('Rename'));
  await live(root, page);
  expect(onClick).toHaveBeenCalledTimes(1);
  fireEvent.click(screen.getByText('Rename'));
  expect(onClick).toHaveBeenCalledTimes(2);
});

test('a press elsewhere takes it back', async () => {
  const onClick = vi.fn();
  const page = (
    <p>
      <PressButton onClick={onClick}>Remove</PressButton> <span>text</span>
    </p>
  );
  const root = served(page);
  fireEvent.click(screen.getByText('Remove'));
  fireEvent.click(screen.getByText('text'));
  await live(root, page);
  expect(onClick).not.toHaveBeenCalled();
});

test('a form keeps what was typed and is submitted by its own code; one with an address is left to the browser', async () => {
  const onSubmit = vi.fn((event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    return new FormData(event.currentTarget).get('name');
  });
  const page = (
    <>
      <form onSubmit={onSubmit}>
        <input name="name" aria-label="Name" />
        <PressButton type="submit">Save</PressButton>
      </form>
      <form action="/api/get" method="post">
        <PressButton type="submit">Get</PressButton>
      </form>
    </>
  );
  const root = served(page);
  const name = screen.getByLabelText<HTMLInputElement>('Name');
  name.value = 'ALDER';
  const wasSent = vi.fn((event: Event) => event.preventDefault());
  root.addEventListener('submit', wasSent);
  fireEvent.click(screen.getByText('Save'));
  expect(wasSent).not.toHaveBeenCalled();
  fireEvent.click(screen.getByText('Get'));
  expect(wasSent).toHaveBeenCalledTimes(1);
  fireEvent.click(screen.getByText('Save'));
  await live(root, page);
  expect(onSubmit).toHaveBeenCalledTimes(1);
  expect(onSubmit.mock.results[0]?.value).toBe('ALDER');
});

test('a button that the page adds later works at once', () => {
  const onClick = vi.fn();
  render(<PressButton onClick={onClick}>New</PressButton>);
  fireEvent.click(screen.getByText('New'));
  expect(onClick).toHaveBeenCalledTimes(1);
});
