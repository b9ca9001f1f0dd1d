import { expect, test } from 'vitest';
import list from './common-passwords.json' with { type: 'json' };
import { demoPassword } from './demo.ts';
import { passwordError } from './password-rules.ts';

const about = { email: 'lena.brandt@larkspur.example', name: 'Lena Brandt' };

test.each([
  ['shorter than eight', 'abc def', 'length'],
  ['longer than 1,024', 'ab c'.repeat(300), 'length'],
  ['common', 'baseball1', 'common'],
  ['common in capitals', 'PassWord1', 'common'],
  ['one character', 'zzzzzzzzzzzz', 'repeated'],
  ['the address', 'Lena.Brandt@larkspur.example', 'own'],
  ['the name before the @', 'lena.brandt', 'own'],
  ['the name', 'lenabrandt', 'own'],
  ['the product', 'Sharebook', 'own'],
])('%s is rejected', async (_name, password, error) => {
  expect(await passwordError(password, about)).toBe(error);
});

test.each([
  demoPassword,
  'four plain words here',
  'ünïcode 株 allowed',
  ' spaces count ',
  `${'x'.repeat(1000)}yz`,
])('%s is accepted', async (password) => {
  expect(await passwordError(password, about)).toBeNull();
});

test('the list has over ten thousand entries, each long enough to be allowed otherwise', () => {
  const passwords = list.passwords.split(' ');
  expect(passwords.length).toBeGreaterThan(10_000);
  expect(passwords.filter((password) => password.length < 8 || password !== password.toLowerCase())).toEqual(
    [],
  );
});
