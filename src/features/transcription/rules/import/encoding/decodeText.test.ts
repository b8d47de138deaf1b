import { describe, expect, it } from 'vitest'
import { encodeText } from '#test/fixtures/encodeText.ts'
import { decodeText } from './decodeText.ts'
import { ENCODINGS, encodingName } from './encodings.ts'

/** Sample sentences in each language, as short as in a subtitle. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  'windows-1252': [
    'Léna: Größe und Café für die Müllers.',
    'Bonjour à tous, ça va très bien.',
    '¿Qué pasa mañana, señor Núñez?',
    'Café',
    'Não há informação sobre a situação.',
    '“Quotes” – it’s fine…',
    'Perché non è così, signore?',
    'Så är det på älven, förstår du?',
  ],
  'windows-1250': [
    'Dzień dobry, kto płaci?',
    'Příliš žluťoučký kůň úpěl ďábelské ódy.',
    'Árvíztűrő tükörfúrógép.',
    'Čačak, šuma, žaba',
  ],
  'windows-1251': [
    'Доброе утро, коллеги.',
    'Кто платит? Город платит.',
    'Привіт, як справи у Києві?',
    'Добър ден, кой плаща?',
    'Да',
  ],
  'windows-1253': ['Καλημέρα σε όλους, ποιος πληρώνει;', 'Λένα: ναι'],
  'windows-1254': ['Günaydın, kim ödüyor? Şehir ödüyor, değil mi?'],
  'windows-1255': ['בוקר טוב לכולם, מי משלם?'],
  'windows-1256': ['صباح الخير جميعا، من يدفع؟'],
  'windows-1257': ['Labas rytas, kas moka už šį ėjimą?', 'Labrīt, kurš maksā?'],
  'windows-874': ['สวัสดีครับ วันนี้เราประชุม', 'ใครจ่าย'],
  'koi8-r': ['Доброе утро, коллеги.', 'Кто платит? Город платит.'],
  ibm866: ['Доброе утро, коллеги. Кто платит?'],
  macintosh: ['Größe und Café für die Müllers.', 'Bonjour à tous, ça va très bien.'],
  shift_jis: ['会議を始めます。', '田中：おはようございます。', 'テスト', '誰が払いますか'],
  'euc-jp': ['会議を始めます。', 'おはようございます。'],
  gb18030: ['张伟：大家好。', '早上好，我们开始开会。谁付钱？', '你好'],
  big5: ['大家早安，會議開始。誰付錢？', '謝謝', '張偉：大家好。'],
  'euc-kr': ['안녕하세요, 회의를 시작합니다.', '누가 냅니까?'],
  'utf-16le': ['Léna: Größe', '会議を始めます。', 'Доброе утро'],
  'utf-16be': ['Léna: Größe', '会議を始めます。', 'Доброе утро'],
}
const ROWS = Object.entries(TEXTS).flatMap(([encoding, texts]) => texts.map((text): [string, string] => [encoding, text]))
const subtitle = (text: string) => `1\n00:00:01,000 --> 00:00:03,500\n${text}\n`

describe('the encoding of a file', () => {
  it.each(ROWS)('is detected without a byte order mark: %s, %s', (encoding, text) => {
    expect(decodeText(encodeText(subtitle(text), encoding)).text).toBe(subtitle(text))
  })

  it('of Japanese e-mail is detected by its escape sequences', () => {
    const bytes = new Uint8Array([0x1b, 0x24, 0x42, 0x32, 0x71, 0x35, 0x44, 0x1b, 0x28, 0x42, 0x0a])
    expect(decodeText(bytes)).toEqual({ text: '会議\n', encoding: 'iso-2022-jp', isGuess: true })
  })

  it('is that of the byte order mark, which is not part of the text', () => {
    const marks = { 'utf-8': [0xef, 0xbb, 0xbf], 'utf-16le': [0xff, 0xfe], 'utf-16be': [0xfe, 0xff] } as const
    for (const [encoding, mark] of Object.entries(marks)) {
      const bytes = encoding === 'utf-8' ? new TextEncoder().encode('Größe') : encodeText('Größe', encoding)
      expect(decodeText(new Uint8Array([...mark, ...bytes]))).toEqual({ text: 'Größe', encoding, isGuess: false })
    }
  })

  it('is UTF-8 when it is valid, also with few or damaged characters', () => {
    expect(decodeText(new TextEncoder().encode('Only ASCII'))).toMatchObject({ encoding: 'utf-8', isGuess: false })
    expect(decodeText(new TextEncoder().encode('Größe 会議'))).toMatchObject({ encoding: 'utf-8', isGuess: false })
    const cut = new TextEncoder().encode('Größe und Café für die Müllers, 会議を始めます。').slice(0, -1)
    expect(decodeText(cut).encoding).toBe('utf-8')
  })

  it('is the one chosen by the user', () => {
    const bytes = encodeText('Да', 'windows-1251')
    expect(decodeText(bytes, 'koi8-r')).toEqual({ text: 'дЮ'.toWellFormed(), encoding: 'koi8-r', isGuess: false })
  })

  it('can be chosen by a common name, and is supported by every browser', () => {
    for (const encoding of ENCODINGS) {
      expect(encodingName(encoding)).not.toBe('')
      expect(new TextDecoder(encoding).encoding).toBe(encoding)
    }
  })
})
