// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AsOfBar } from './as-of-bar.tsx';
import { IssuerPlaceholder, IssuerSwitcher } from './issuer-switcher.tsx';
import { currentItem } from './navigation.tsx';
import { periodEnds } from './period-list.tsx';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

describe('current page', () => {
  const items = [
    { label: 'Portfolio', href: '/', group: 'a' },
    { label: 'Overview', href: '/issuers/1001?asof=2026-06-30', group: 'b' },
    { label: 'Cap table', href: '/issuers/1001/cap-table?asof=2026-06-30', group: 'b' },
  ];
  it.each([
    ['/', 'Portfolio'],
    ['/issuers/1001', 'Overview'],
    ['/issuers/1001/cap-table', 'Cap table'],
    ['/issuers/1001/holders/7', 'Overview'],
    ['/issuers/10012', undefined],
  ])('%s is %s', (path, label) => {
    expect(currentItem(items, path)?.label).toBe(label);
  });
});

describe('issuer placeholder', () => {
  const heightOf = (part: HTMLElement) => part.className.split(' ').filter((one) => /min-h-|py-/.test(one));
  const issuers = [
    { id: '1001', label: 'Larkspur' },
    { id: '1002', label: 'Bluewater' },
  ];
  it.each([
    ['of the button', false, issuers],
    ['of the only name', true, issuers.slice(0, 1)],
  ])('has the height %s that follows', (_, isFixed, listed) => {
    const { container } = render(<IssuerPlaceholder isFixed={isFixed} />);
    const placeholder = heightOf(container.firstElementChild as HTMLElement);
    cleanup();
    const drawn = render(<IssuerSwitcher issuers={listed} current={listed[0]} onSelect={() => {}} />);
    expect(placeholder.length).toBeGreaterThan(0);
    expect(placeholder).toEqual(heightOf(drawn.container.firstElementChild as HTMLElement));
  });
});

describe('as-of bar', () => {
  const draw = (date: string | null) => {
    const onChange = vi.fn();
    render(<AsOfBar date={date} today="2026-11-20" onChange={onChange} />);
    return onChange;
  };

  it('shows the date and its distance in the past, and resets by button and by key', () => {
    const onChange = draw('2026-06-30');
    expect(screen.getByRole('status').textContent).toBe('As of Jun 30, 2026143 days before today');
    expect(screen.getByRole('region').dataset.asOf).toBe('past');
    fireEvent.click(screen.getByRole('button', { name: /Return to today/ }));
    fireEvent.keyDown(document.body, { key: 't' });
    expect(onChange.mock.calls).toEqual([[null], [null]]);
  });

  it('ignores the key while typing, today, with a modifier, or when disabled', () => {
    const onChange = draw('2026-06-30');
    fireEvent.keyDown(screen.getByLabelText('As of'), { key: 't' });
    fireEvent.keyDown(document.body, { key: 't', ctrlKey: true });
    localStorage.setItem('sharebook-shortcuts', 'off');
    fireEvent.keyDown(document.body, { key: 't' });
    cleanup();
    localStorage.clear();
    const today = draw(null);
    fireEvent.keyDown(document.body, { key: 't' });
    expect([onChange.mock.calls, today.mock.calls]).toEqual([[], []]);
    expect(screen.queryByRole('button', { name: /Return/ })).toBeNull();
  });

  it('says why a day before the books begin has no figures', () => {
    render(<AsOfBar date="2026-09-30" today="2026-11-20" onChange={() => {}} earliest="2026-10-30" />);
    expect(screen.getByRole('region').textContent).toContain(
      'Holdings of this day are not known: the books begin Oct 30, 2026',
    );
  });

  it('says where the books begin, and takes no earlier day', () => {
    const onChange = vi.fn();
    render(<AsOfBar date={null} today="2026-11-20" onChange={onChange} earliest="2026-10-30" />);
    expect(screen.getByRole('region').textContent).toContain('Books begin Oct 30, 2026');
    const field = screen.getByLabelText('As of');
    fireEvent.change(field, { target: { value: '2026-10-29' } });
    fireEvent.blur(field);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByRole('region').textContent).toContain(
      'Oct 29, 2026 is before Oct 30, 2026, the first date allowed.',
    );
    expect(onChange).not.toHaveBeenCalled();
    fireEvent.change(field, { target: { value: '2026-10-30' } });
    expect(onChange).toHaveBeenCalledWith('2026-10-30');
  });

  it('treats today as no date', () => {
    const onChange = draw('2026-06-30');
    fireEvent.change(screen.getByLabelText('As of'), { target: { value: '2026-11-20' } });
    expect(onChange).toHaveBeenCalledWith(null);
  });

  it('offers closed periods, each day once', () => {
    expect(periodEnds('2026-11-20').map((end) => end.date)).toEqual([
      '2026-10-31',
      '2026-09-30',
      '2025-12-31',
      '2024-12-31',
    ]);
    expect(periodEnds('2026-11-20', '2026-09-30').map((end) => end.date)).toEqual([
      '2026-10-31',
      '2026-09-30',
    ]);
    expect(periodEnds('2026-01-15').map((end) => end.date)).toEqual(['2025-12-31', '2024-12-31']);
  });
});
