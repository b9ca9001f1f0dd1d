const letters: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  ı: 'i',
};

const beyondAscii = /[^ -~\n]/;

/** Text for matching: lowercase, without accents, so that 'osterbro' finds 'Østerbro'. */
export const plainText = (text: string) =>
  // Most texts have no accents, and skipping the rest makes long lists much faster.
  beyondAscii.test(text)
    ? text
        .normalize('NFD')
        .replace(/\p{M}/gu, '')
        .toLowerCase()
        .replace(/[øłđðþæœßı]/g, (letter) => letters[letter] ?? letter)
    : text.toLowerCase();
