import { describe, expect, test } from 'vitest';
import { misleadingIn, placeOf, type Misleading } from '../../../src/core/request/look-alikes.js';

const kindsIn = (argument: string, text: string) =>
  Object.entries(misleadingIn(text, placeOf(argument, text))).flatMap(([kind, found]) =>
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
    ['text', 'ул.Ленина, Dr.Müller und Ende.Über'],
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
    ['text', `Hello Z${'\u0334\u0353\u0330'}algo`, 'stacked: Z‹U+0334›‹U+0353›‹U+0330›'],
    ['text', `ก${'\u0e47'.repeat(5)}`, `stacked: ‹U+0E01›${'‹U+0E47›'.repeat(5)}`],
  ])('%s: %s', (argument, text, said) => {
    expect(kindsIn(argument, text)).toEqual([said]);
  });
});

test('a very long text is looked at in time, and what is said of it stays short', () => {
  const long = `é${'a'.repeat(300_000)}@${'b.'.repeat(100_000)}${'\u0301'.repeat(1_000)}`;
  const began = performance.now();
  const { addresses, stacked } = misleadingIn(long, 'prose') satisfies Misleading;
  expect([...addresses, ...stacked].every((it) => it.length < 200)).toBe(true);
  expect(performance.now() - began).toBeLessThan(3_000);
});
