import { describe, expect, it } from 'vitest';
import { address, hasAsOf, issuerPage, readAsOf, readIssuer, routes, safeNext } from './routes.ts';

describe('URLs', () => {
  it('omit empty parameters and encode the rest', () => {
    expect(routes.ownership(1001, { asof: '2026-06-30', class: 'Class A & B', top: undefined })).toBe(
      '/issuers/1001/ownership?asof=2026-06-30&class=Class+A+%26+B',
    );
    expect(address('/downloads', { a: '', b: null, c: false, d: 0 })).toBe('/downloads?d=0');
  });
});

describe('as of', () => {
  it('is null today, in the future and for invalid dates', () => {
    expect(readAsOf(undefined, '2026-11-20')).toBeNull();
    expect(readAsOf('2026-11-20', '2026-11-20')).toBeNull();
    expect(readAsOf('2026-11-21', '2026-11-20')).toBeNull();
    expect(readAsOf('2026-02-30', '2026-11-20')).toBeNull();
    expect(readAsOf('6/30/2026', '2026-11-20')).toBeNull();
    expect(readAsOf('2026-06-30', '2026-11-20')).toBe('2026-06-30');
    expect(readAsOf(['2026-06-30', '2025-01-01'], '2026-11-20')).toBe('2026-06-30');
  });
});

describe('issuer in a path', () => {
  it('accepts digits only', () => {
    expect(readIssuer('1001')).toBe(1001);
    for (const bad of ['', '0', '-1', '1001abc', '1e3', '1.0', ' 1', '01', '9'.repeat(20)])
      expect(readIssuer(bad)).toBeNull();
  });
  it('gives the page below it', () => {
    expect(issuerPage('/issuers/1001')).toEqual({ issuer: 1001, page: '' });
    expect(issuerPage('/issuers/1001/cap-table')).toEqual({ issuer: 1001, page: 'cap-table' });
    expect(issuerPage('/issuers/none/cap-table')).toBeNull();
    expect(issuerPage('/reports')).toBeNull();
  });
});

describe('as-of date of a page', () => {
  it.each([
    ['/issuers/1001', true],
    ['/issuers/1001/holders', true],
    ['/issuers/1001/holders/H-1', true],
    ['/issuers/1001/scenarios/new', true],
    ['/issuers/1001/scenarios', false],
    ['/issuers/1001/holders/new', false],
    ['/issuers/1001/holders/H-1/edit', false],
    ['/issuers/1001/issue', false],
    ['/issuers/1001/requests', false],
    ['/issuers/1001/requests/new', false],
    ['/reports', false],
  ])('%s: %s', (path, expected) => expect(hasAsOf(path)).toBe(expected));
});

describe('next after sign-in', () => {
  it('stays on this site', () => {
    expect(safeNext('/issuers/1001?asof=2026-06-30')).toBe('/issuers/1001?asof=2026-06-30');
    expect(safeNext('/é?q=😀#ü')).toBe('/%C3%A9?q=%F0%9F%98%80#%C3%BC');
    for (const bad of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      'javascript:alert(1)',
      '/\t/evil.example',
      '/sign-in?next=/sign-in',
      '/api/auth/signout',
      '/x/..//evil.example',
      '/x/../sign-in',
      '/\u2028',
      '/issuers/\u2029',
      '/\ud800',
      '/\u007f',
      '',
      undefined,
    ]) {
      expect(safeNext(bad)).toBe('/');
    }
  });
});
