import { create } from 'fontkit'
import { describe, expect, it } from 'vitest'
import { SPOKEN_LANGUAGES } from '#shared/spokenLanguages.ts'
import { layoutText } from '../formats/documents/pdf/layoutText.ts'
import { openFonts } from './FontSet.ts'
import { mendShaping } from './mendShaping.ts'

/** Codes that browsers know under another name. */
const KNOWN_AS: Readonly<Record<string, string>> = { jw: 'jv', tl: 'fil', sh: 'sr-Latn' }

/** Returns words that a language is written with: its own name, those of months and days, its alphabet where it is known. */
function wordsOf(code: string): string {
  const tag = KNOWN_AS[code] ?? code
  const dates = Array.from({ length: 12 }, (_, n) => new Date(Date.UTC(2026, n, 1 + n)))
  const format = new Intl.DateTimeFormat(tag, { month: 'long', weekday: 'long', timeZone: 'UTC' })
  return [new Intl.DisplayNames(tag, { type: 'language' }).of(tag), ...dates.map((date) => format.format(date))].join(' ')
}

/** Sentences with letters that join, or stand around others. */
const SENTENCES = {
  am: 'ዛሬ ስለ በጀቱ ተነጋገርን።',
  as: 'আজি আমি বাজেটৰ বিষয়ে আলোচনা কৰিলোঁ।',
  bn: 'আজ আমরা বাজেট নিয়ে আলোচনা করেছি।',
  bo: 'དེ་རིང་ང་ཚོས་སྔོན་རྩིས་གླེང་པ་ཡིན།',
  gu: 'આજે આપણે બજેટ વિશે ચર્ચા કરી.',
  hy: 'Այսօր մենք քննարկեցինք բյուջեն։',
  ka: 'დღეს ჩვენ ბიუჯეტი განვიხილეთ.',
  km: 'ថ្ងៃនេះយើងបានពិភាក្សាអំពីថវិកា។',
  kn: 'ಇಂದು ನಾವು ಬಜೆಟ್ ಬಗ್ಗೆ ಚರ್ಚಿಸಿದೆವು.',
  lo: 'ມື້ນີ້ພວກເຮົາໄດ້ສົນທະນາກ່ຽວກັບງົບປະມານ.',
  ml: 'ഇന്ന് ഞങ്ങൾ ബജറ്റിനെക്കുറിച്ച് ചർച്ച ചെയ്തു.',
  my: 'ယနေ့ ကျွန်ုပ်တို့ ဘတ်ဂျက်အကြောင်း ဆွေးနွေးခဲ့သည်။',
  or: 'ଆଜି ଆମେ ବଜେଟ ବିଷୟରେ ଆଲୋଚନା କଲୁ।',
  pa: 'ਅੱਜ ਅਸੀਂ ਬਜਟ ਬਾਰੇ ਚਰਚਾ ਕੀਤੀ।',
  si: 'අද අපි අයවැය ගැන සාකච්ඡා කළෙමු. ශ්‍රී',
  ta: 'இன்று நாங்கள் பட்ஜெட் பற்றி பேசினோம்.',
  te: 'ఈ రోజు మేము బడ్జెట్ గురించి చర్చించాము.',
  ug: 'بۈگۈن بىز خامچوت توغرىسىدا سۆزلەشتۇق.',
  fa: 'امروز دربارهٔ بودجه می‌گفتیم.',
  yi: 'הײַנט האָבן מיר גערעדט וועגן דעם בודזשעט.',
} as const

/** Returns the letters of a text, with their marks, that no font has. */
async function missingIn(text: string, language: string): Promise<string[]> {
  const fonts = await openFonts({ regular: text, bold: '' }, language)
  const known = new Map(fonts.fonts.map((font) => [font, new Set(create(font.bytes).characterSet)]))
  const graphemes = Array.from(new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(text), ({ segment }) => segment)
  return [...new Set(graphemes)].filter((grapheme) => {
    const parts = fonts.split(grapheme, 'regular')
    const isDrawn = parts.every(({ text: part, font }) =>
      [...part].every((character) => font && known.get(font)?.has(character.codePointAt(0) ?? 0)),
    )
    return !isDrawn || parts.map(({ text: part }) => part).join('') !== grapheme
  })
}

/** Returns how many pictures of letters the runs of a text have, and how many of them are the box for a missing one. */
async function shape(text: string, language: string) {
  const set = await openFonts({ regular: text, bold: '' }, language)
  const opened = new Map(
    set.fonts.map((font) => {
      const shaped = create(font.bytes)
      mendShaping(shaped)
      return [font.name, shaped as unknown as { layout: (text: string) => { glyphs: { id: number }[] } }]
    }),
  )
  const drawn: { id: number }[] = []
  const measure = (part: string, name: string) => {
    const { glyphs } = opened.get(name)!.layout(part)
    drawn.push(...glyphs)
    return glyphs.length
  }
  layoutText([{ text }], { width: Infinity, fonts: set, measure, language })
  return { glyphs: drawn.length, boxes: drawn.filter(({ id }) => id === 0).length }
}

describe('the fonts of PDF and pictures', () => {
  it('have every letter of the languages that can be transcribed', async () => {
    const missing: Record<string, string[]> = {}
    for (const code of SPOKEN_LANGUAGES) {
      const found = await missingIn(wordsOf(code), code)
      if (found.length > 0) missing[code] = found
    }
    // A rising tone of Lingala, which is drawn without its mark.
    expect(missing).toEqual({ ln: ['ɔ̌'] })
  })

  it.each(Object.entries(SENTENCES))('have the letters of %s, and join them without boxes', async (code, text) => {
    expect(await missingIn(text, code)).toEqual([])
    const { glyphs, boxes } = await shape(text, code)
    expect(boxes).toBe(0)
    expect(glyphs).toBeGreaterThan(10)
  })
})
