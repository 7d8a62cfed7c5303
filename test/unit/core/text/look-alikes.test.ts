import { describe, expect, test } from 'vitest';
import {
  misleadingIn,
  textRoleOf,
  type Misleading,
} from '../../../../src/core/text/look-alikes.js';

const kindsIn = (argument: string, text: string) =>
  Object.entries(misleadingIn(text, textRoleOf(argument, text))).flatMap(([kind, found]) =>
    (found as readonly string[]).map((it) => `${kind}: ${it}`),
  );

describe('honest texts in many languages are not called out', () => {
  test.each<[string, string]>([
    ['to', 'Jürgen Müller <mueller@example.de>'],
    ['to', 'דנה כהן <dana@example.co.il>'],
    ['to', 'Иван Петров'],
    ['to', 'Łukasz Żółć, Þór, Nguyễn Thị Ánh, O’Brien'],
    ['to', 'Nguyễn Văn Hiệp'.normalize('NFD')],
    ['to', '東京タワー Taro ひらがな'],
    ['to', 'Ivan Иванов (CEO)'],
    ['payee', 'Αθήνα Ελληνική Τράπεζα'],
    ['address', 'Hauptstraße 5, 80331 München'],
    ['street', '東京都１丁目２－３'],
    ['street', 'רחוב הרצל 5, דירה 3'],
    ['amount', '1.500,00 €'],
    ['amount', '₪ 100'],
    ['amount', '100 ש״ח'],
    ['amount', 'EUR 1’000.50'],
    ['attachments', '/vault/Rechnung Müller.pdf'],
    ['attachments', '/vault/請求書.pdf'],
    ['subject', 'Rechnung für März: größer als z.B. über 5 µm, β-Carotin'],
    ['subject', 'Отправь SMSку и PDFки до 5 мая'],
    ['text', 'Liebe Frau Müller,\nschöne Grüße aus Köln. Siehe https://example.com/größe.'],
    ['text', 'Αγαπητέ κύριε, το ποσό είναι 1.500 €. Γράψτε στο info@example.gr.'],
    ['text', 'שלום דנה,\nהחשבונית על סך 1,500 ש״ח מצורפת. ראי https://example.com.'],
    ['text', 'مرحبا، المبلغ ١٬٥٠٠ دينار.\nشكراً'],
    ['text', 'नमस्ते, राशि १,५०० रुपये है।'],
    ['text', 'ราคา ๑,๕๐๐ บาท ที่นี่ น้ำ'],
    [
      'text',
      '請求書は１，５００円です。詳しくはhttps://example.comをご覧ください。bob@example.comまで。',
    ],
    ['text', '価格はＡＢＣ社の123円、PDFファイルです'],
    ['text', 'בְּרֵאשִׁית בָּרָא אֱלֹהִים'],
    ['text', 'བོད་ཡིག སྐྱེས་ དབྱངས'],
    ['text', 'Emoji 👩\u200d💻 ❤️ 1️⃣ and x² + y₃ ≤ ½'],
    ['text', '…'],
    ['text', 'ул.Ленина, Dr.Müller und Ende.Über'],
    ['text', 'お問い合わせはinfo@example.comまで。https://で始まるURL、www.example.com。を開く。'],
    ['text', '渋谷@東京で会いましょう。홈페이지: www.example.com에서 info@example.com으로'],
    ['text', 'ที่https://example.com/ภาษาไทย และ דוא״ל:dana@example.co.il'],
    ['text', 'Mit IBAN DE89 3704 0044 0532 0130 00, ГОСТ12 3456 und АБ12 345678.\nÜber größere'],
    ['value', `שלום 5 ${'דנה '.repeat(40)} 6\nשלום`],
    ['data', `Отправь SMSку и PDFки\n${'до 5 мая '.repeat(20)}`],
  ])('%s: %s', (argument, text) => {
    expect(kindsIn(argument, text)).toEqual([]);
  });
});

describe('what may be taken for something else is called out, spelled in plain characters', () => {
  test.each<[string, string, string]>([
    ['to', 'ceo@аpple.com', 'addresses: ceo@‹U+0430›pple.com'],
    ['to', 'CEO <ceo@аррӏе.com>', 'addresses: ceo@‹U+0430›‹U+0440›‹U+0440›‹U+04CF›‹U+0435›.com'],
    ['to', 'ceo＠apple.com', 'addresses: ceo‹U+FF20›apple.com'],
    ['to', 'ceo@apple．com', 'addresses: ceo@apple‹U+FF0E›com'],
    ['to', 'müller@example.de', 'addresses: m‹U+00FC›ller@example.de'],
    [
      'to',
      'ceo@пример.рф',
      'addresses: ceo@‹U+043F›‹U+0440›‹U+0438›‹U+043C›‹U+0435›‹U+0440›.‹U+0440›‹U+0444›',
    ],
    ['website', 'аррӏе.рф', 'addresses: ‹U+0430›‹U+0440›‹U+0440›‹U+04CF›‹U+0435›.‹U+0440›‹U+0444›'],
    ['text', 'Siehe:\nhttps://аpple.com/login.', 'addresses: ‹U+0430›pple.com'],
    ['text', 'Pay at аррӏе.com.', 'addresses: ‹U+0430›‹U+0440›‹U+0440›‹U+04CF›‹U+0435›.com'],
    [
      'text',
      'Pay at www.аррӏе.рф/x',
      'addresses: www.‹U+0430›‹U+0440›‹U+0440›‹U+04CF›‹U+0435›.‹U+0440›‹U+0444›',
    ],
    ['text', '連絡先：bоb@example.comまで', 'addresses: b‹U+043E›b@example.com'],
    ['to', 'Pаul Smith', 'mixed: P‹U+0430›ul'],
    ['payee', 'Αpple Inc', 'mixed: ‹U+0391›pple'],
    ['amount', '１００ EUR', 'digits: ‹U+FF11›‹U+FF10›‹U+FF10›'],
    ['amount', '١٠٠', 'digits: ‹U+0661›‹U+0660›‹U+0660›'],
    ['pays', '€ ９9', 'digits: ‹U+FF19›9'],
    ['pays', '৪00 USD', 'digits: ‹U+09EA›00'],
    ['text', 'Pay 1০0 EUR\nnow', 'digits: 1‹U+09E6›0'],
    ['amount', '100 א 999', 'reordered: 100 ‹U+05D0› 999'],
    ['to', 'Pаul Smith\n', 'mixed: P‹U+0430›ul'],
    ['to', 'Pаul\n\n  Smith', 'mixed: P‹U+0430›ul'],
    ['cc', `Pаul, ${'ann@example.com, '.repeat(50)}`, 'mixed: P‹U+0430›ul'],
    ['amount', '１００\n', 'digits: ‹U+FF11›‹U+FF10›‹U+FF10›'],
    ['amount', `١٠٠${'\n'.repeat(200)}`, 'digits: ‹U+0661›‹U+0660›‹U+0660›'],
    ['value', '100 א 999\n', 'reordered: 100 ‹U+05D0› 999‹U+000A›'],
    ['amount', `100 ${'א'.repeat(200)} 9`, `reordered: 100 ${'‹U+05D0›'.repeat(10)}…`],
    [
      'website',
      'аррӏе.рф\n',
      'addresses: ‹U+0430›‹U+0440›‹U+0440›‹U+04CF›‹U+0435›.‹U+0440›‹U+0444›',
    ],
    ['text', 'See https://例え.jp/x now', 'addresses: ‹U+4F8B›‹U+3048›.jp'],
    ['text', '詳しくはhttps://pay.例え.jpで', 'addresses: pay.‹U+4F8B›‹U+3048›.jp‹U+3067›'],
    ['text', 'Pay www.דנה.com', 'addresses: www.‹U+05D3›‹U+05E0›‹U+05D4›.com'],
    ['text', 'Write to 張三@example.com.', 'addresses: ‹U+5F35›‹U+4E09›@example.com'],
    [
      'text',
      'Write to bob＠מייל.co.il',
      'addresses: bob‹U+FF20›‹U+05DE›‹U+05D9›‹U+05D9›‹U+05DC›.co.il',
    ],
    [
      'text',
      'Pay at аррӏе.рф',
      'addresses: ‹U+0430›‹U+0440›‹U+0440›‹U+04CF›‹U+0435›.‹U+0440›‹U+0444›',
    ],
    [
      'text',
      'Pay to DЕ89 3704 0044 0532 0130 00 today',
      'addresses: D‹U+0415›89 3704 0044 0532 0130 00',
    ],
    [
      'text',
      'IBAN:ＤＥ８９３７０４００４４０５３２０１３０００',
      'addresses: ‹U+FF24›‹U+FF25›‹U+FF18›‹U+FF19›‹U+FF13›‹U+FF17›‹U+FF10›‹U+FF14›‹U+FF10›‹U+FF10›‹U+FF14›…',
    ],
    ['text', `Hello Z${'\u0334\u0353\u0330'}algo`, 'stacked: Z‹U+0334›‹U+0353›‹U+0330›'],
    ['text', `ก${'\u0e47'.repeat(5)}`, `stacked: ‹U+0E01›${'‹U+0E47›'.repeat(5)}`],
  ])('%s: %s', (argument, text, said) => {
    expect(kindsIn(argument, text)).toEqual([said]);
  });
});

test('a very long text is looked at to its end, and what is said of it stays short', () => {
  const long = `é${'a'.repeat(300_000)}@${'b.'.repeat(100_000)}${'\u0301'.repeat(1_000)}`;
  const wordsFromRight = `amount ${'1 '.repeat(10)}${'א '.repeat(150_000)}`;
  expect(misleadingIn(wordsFromRight, 'amount').reordered).toEqual([]);
  for (const many of ['あ@', '@あ', 'あ.', 'DЕ89 ', '://あ', 'www.あ', 'bob@example.']) {
    misleadingIn(many.repeat(50_000), 'prose');
  }
  const { addresses, stacked } = misleadingIn(long, 'prose') satisfies Misleading;
  expect([...addresses, ...stacked].every((it) => it.length < 200)).toBe(true);
});
