import localFont from 'next/font/local';

// The typeface of every page, Hanken Grotesk (OFL). Its figures have one width in each weight, so columns of
// figures line up without a font feature. The framework needs each option as a literal.

/** Latin; its fallback has the same metrics, so nothing moves when the file arrives. */
const latin = localFont({
  src: '../node_modules/@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2',
  weight: '400 700',
  style: 'normal',
  display: 'swap',
  variable: '--typeface',
  adjustFontFallback: 'Arial',
});

/** Letters of other Latin alphabets (Ł, ő): fetched only by a page that has one. */
const latinExtended = localFont({
  src: '../node_modules/@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-ext-wght-normal.woff2',
  weight: '400 700',
  style: 'normal',
  display: 'swap',
  preload: false,
  variable: '--typeface-extended',
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
    },
  ],
});

/** Class of the document that sets the variables of app/globals.css. */
export const typefaceClass = `${latin.variable} ${latinExtended.variable}`;
