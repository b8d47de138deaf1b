import { describe, expect, it } from 'vitest'
import { SPOKEN_LANGUAGES } from '#shared/spokenLanguages.ts'
import { openFonts } from './FontSet.ts'

/** Codes that browsers know by another name. */
const KNOWN_AS: Readonly<Record<string, string>> = { jw: 'jv', tl: 'fil', sh: 'sr-Latn' }

/** Returns words in a language: its own name, those of months and days, and its alphabet if known. */
function wordsOf(code: string): string {
  const tag = KNOWN_AS[code] ?? code
  const dates = Array.from({ length: 12 }, (_, n) => new Date(Date.UTC(2026, n, 1 + n)))
  const format = new Intl.DateTimeFormat(tag, { month: 'long', weekday: 'long', timeZone: 'UTC' })
  return [new Intl.DisplayNames(tag, { type: 'language' }).of(tag), ...dates.map((date) => format.format(date))].join(' ')
}

/** Sentences with letters that join, or surround others. */
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

const everything = (text: string) => ({ from: 0, to: text.length })

/** Returns the letters of a text, with their marks, that are drawn as boxes, and the number of glyphs. */
async function draw(text: string, language: string) {
  const fonts = await openFonts(text, language)
  const boxes = new Set<string>()
  let glyphs = 0
  for (const run of fonts.shape(text, 'regular', undefined, everything(text))) {
    for (const cluster of run.clusters) {
      if (!run.font || cluster.glyphs.some(({ id }) => id === 0)) boxes.add(cluster.text)
      glyphs += cluster.glyphs.length
    }
  }
  return { boxes: [...boxes], glyphs }
}

describe('the fonts of PDF and pictures', () => {
  it('have every letter of the languages that can be transcribed', async () => {
    const missing: Record<string, string[]> = {}
    for (const code of SPOKEN_LANGUAGES) {
      const { boxes } = await draw(wordsOf(code), code)
      if (boxes.length > 0) missing[code] = boxes
    }
    expect(missing).toEqual({})
  })

  it.each(Object.entries(SENTENCES))('have the letters of %s, and join them without boxes', async (code, text) => {
    const { boxes, glyphs } = await draw(text, code)
    expect(boxes).toEqual([])
    expect(glyphs).toBeGreaterThan(10)
  })

  it('keep the whole text in the clusters, including joiners and characters that are drawn separately', async () => {
    for (const text of ['می\u200cگفتیم', 'क्\u200dष', '👩🏽\u200d💻🏴\u200d☠️', 'ɔ̌ q̌', 'x\u00ady', '\ufeffa', '⅓ 𓂀']) {
      const runs = (await openFonts(text, '')).shape(text, 'bold', undefined, everything(text))
      expect(runs.flatMap(({ clusters }) => clusters.map((cluster) => cluster.text)).join('')).toBe(text)
    }
  })

  it('draw symbols in the font of the language: subscript figures, fractions and checkboxes', async () => {
    expect((await draw('CO₂ H₂O Ca²⁺ ⅓ ✗ ☐ ☑ ½ √ ∑ → ₿', 'en')).boxes).toEqual([])
  })

  it('draw a syllable in visual order, not in text order', async () => {
    const namesOf = async (text: string) => {
      const [run] = (await openFonts(text, '')).shape(text, 'regular', undefined, everything(text))
      return run!.clusters.flatMap(({ glyphs }) => glyphs.map(({ id }) => run!.font!.shaper.glyphName(id)))
    }
    // The vowel sign before the consonant, and in two parts around it.
    expect(await namesOf('கொ')).toHaveLength(3)
    expect((await namesOf('ke')).length).toBe(2)
    const [before] = await namesOf('கெ')
    expect(await namesOf('கொ')).toEqual([before, ...(await namesOf('கா'))])
  })
})
