import { describe, expect, it } from 'vitest'
import { splitSpeakers } from './speakerNames.ts'

/** Returns the texts of cues, with a bar after each name. */
const split = (...lines: readonly string[]) =>
  splitSpeakers(lines.map((line, n) => ({ start: n * 1000, end: n * 1000 + 900, lines: [line], speaker: '', place: n + 1 }))).map(
    ({ speaker, text }) => (speaker === '' ? text : `${speaker}|${text}`),
  )

describe('a text before a colon is a name', () => {
  it.each<[string, string[]]>([
    ['before every text', ['Lena|hi', 'Tom|yes']],
    ['alone', ['Lena|bring a coat.']],
    ['with a title', ['Dr. Ada K. Lovelace|hi', 'Herr Müller|ja', 'Mme Léger|oui']],
    ['with hyphens and apostrophes', ["Jean-Luc O'Brien|hi", 'Müller-Weiß|yes']],
    ['with particles', ['Maria del Carmen de la Cruz Ruiz|hi', 'Ludwig van Beethoven|yes']],
    ['with a company, a role or another sign', ['Lena (Acme GmbH)|hi', 'Tom/Sales|yes', 'Lee (she/her)|no']],
    ['of a guest or a device', ['Host|Hi.', 'Guest 1|Yes.', 'iPhone|ok', 'Host|Ok.']],
    ['with the family name first', ['Brandt, Lena|hi', 'Weiss, Tom|yes']],
    ['that comes back', ['Lena|Hello.', 'this goes on', 'Tom|Yes.', 'and on', 'Lena|Fine.']],
    ['of one letter', ['Q|Who pays?', 'A|The city.', 'Q|When?']],
    ['of an account', ['lena@acme.com|hi', '+49 170 *****12|yes', 'lena@acme.com|ok']],
    ['in Japanese', ['司会|それでは始めます。', '田中部長|はい。', '司会|どうぞ。']],
    ['in Chinese', ['主持人|大家好。', '王小明|你好。', '主持人|请讲。']],
    ['in Korean', ['사회자|시작하겠습니다.', '박지성 선수|네.', '사회자|고맙습니다.']],
    ['in Arabic', ['أحمد علي|مرحبا.', 'ليلى|أهلا.']],
    ['in Hindi and Thai', ['प्रिया|नमस्ते।', 'สมชาย|สวัสดีครับ']],
    ['before a sentence with a colon', ['Lena|The reason is: money.', 'Tom|Listen: no.', 'Lena|Right: yes.']],
  ])('%s', (_, expected) => {
    expect(split(...expected.map((line) => line.replace('|', ': ')))).toEqual(expected)
    // Some programs write a full-width colon, or a space before the colon.
    expect(split(...expected.map((line) => line.replace('|', '：')))).toEqual(expected)
    expect(split(...expected.map((line) => line.replace('|', '\u00a0: ')))).toEqual(expected)
    expect(split(...expected.map((line) => `\u202b${line.replace('|', ': ')}\u202c`))).toEqual(expected)
  })
})

describe('a text before a colon is part of the sentence', () => {
  it.each<[string, string[]]>([
    ['with a verb', ['The reason is: money.', 'Here is the thing: nobody asked.', 'He said: go.', 'She asked: why?']],
    ['that announces', ['Remember: bring a coat.', 'Okay: fine.', 'Important: no.']],
    ['alone', ['Remember: bring a coat.']],
    ['of two words', ['Breaking news: it rains.', 'Fun fact: cats sleep.', 'Good.']],
    ['with one word that stands once', ['Danger: ice.', 'Coffee: two euros.', 'Bye.']],
    ['with a greeting', ['Dear all: welcome.', 'Ladies and Gentlemen: good evening.', 'Thanks.']],
    ['with a number', ['Step 2: wait.', 'Chapter Three: the sea.', 'Mark 3: 16 says.', 'At 9: coffee.', 'It is 10:30: go.']],
    ['with an address', ['See https://example.org: it works.', 'And so on.']],
    ['in German', ['Ein Beispiel: der Bus.', 'Das Ergebnis: zehn.', 'Kurz gesagt: nein.', 'Wichtig: ja.']],
    ['in French', ['La raison : rien.', 'Rappel : dix.', 'Première chose : oui.']],
    ['in Spanish', ['La razón es: dinero.', 'Recuerda: trae un abrigo.', 'Moraleja: nunca.', 'Adiós.']],
    ['in Russian', ['Причина такая: деньги.', 'Помните: пальто.', 'Главное: спокойно.', 'Пока.']],
    ['in Chinese', ['原因是：钱。', '记住：带上外套。', '他说：走吧。', '再见。']],
    ['in Japanese', ['結論：やります。', '理由は：お金です。', '注意：雨です。', '以上。']],
    ['in Korean', ['질문: 누가 내나요?', '결론: 없습니다.', '끝.']],
    ['in Arabic, Hindi and Thai', ['السؤال: من يدفع؟', 'सवाल: कौन देगा?', 'คำถาม: ใครจ่าย', '…']],
    ['that is too long', ['This is a very long sentence that goes on and on until here it ends: now.', 'ok']],
  ])('%s', (_, lines) => {
    expect(split(...lines)).toEqual(lines.map((line) => line.replaceAll('\u00a0', ' ')))
  })

  it('of a person with a name', () => {
    expect(split('Lena Brandt: Hi.', 'And she said: go.', 'Tom Weiss: Yes.', 'Remember: coats.')).toEqual([
      'Lena Brandt|Hi.',
      'And she said: go.',
      'Tom Weiss|Yes.',
      'Remember: coats.',
    ])
  })
})

it('names in brackets are names when the file has them elsewhere, and sounds are not', () => {
  expect(split('[Music]', 'Lena: Hi.', '[Applause] Tom: yes', '[LENA] fine', '(Tom): ok', '[laughs] Lena: no')).toEqual([
    '[Music]',
    'Lena|Hi.',
    'Tom|[Applause] yes',
    'LENA|fine',
    'Tom|ok',
    'Lena|[laughs] no',
  ])
})

it('two names in one cue share its time', () => {
  const cue = { start: 0, end: 3000, lines: ['Lena: Hi.', 'Tom: Hello.'], speaker: '', place: 1 }
  expect(splitSpeakers([cue])).toMatchObject([
    { start: 0, end: 1000, speaker: 'Lena', text: 'Hi.' },
    { start: 1000, end: 3000, speaker: 'Tom', text: 'Hello.' },
  ])
})
