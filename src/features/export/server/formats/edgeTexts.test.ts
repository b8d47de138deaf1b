import mammoth from 'mammoth'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { describe, expect, it } from 'vitest'
import type { Segment } from '#features/files/contract.ts'
import scripts from '#test/fixtures/text/pdf-scripts.json' with { type: 'json' }
import { readPdfText, readRtfText } from '#test/server/readDocuments.ts'
import { unzip } from '#test/server/unzip.ts'
import { openFonts } from '../fonts/FontSet.ts'
import { TRANSCRIPT_FORMATS, writeTranscript } from '../writeTranscript.ts'

const segment = (index: number, content: string, { speaker = '', language = 'en' } = {}): Segment => ({
  id: String(index),
  start_time: index * 5000,
  end_time: index * 5000 + 4500,
  content,
  speaker,
  language,
  original_speaker: speaker,
})
const write = async (
  format: (typeof TRANSCRIPT_FORMATS)[number],
  segments: readonly Segment[],
  { title = 'Talk', language = 'en' } = {},
) => Buffer.from(await writeTranscript(format, { title, language, segments, turns: [] }))

/** Returns the text of each line of a PDF in visual order, from left to right, and its fonts. */
async function readPdf(bytes: Buffer) {
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  const items: { text: string; x: number; y: number; width: number; dir: string }[] = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const content = await (await pdf.getPage(number)).getTextContent({ disableNormalization: true })
    for (const item of content.items)
      if ('str' in item && item.str.trim() !== '')
        items.push({
          text: item.str,
          x: Number(item.transform[4]),
          y: Number(item.transform[5]),
          width: item.width,
          dir: item.dir,
        })
  }
  return { pages: pdf.numPages, items, text: items.map(({ text }) => text).join(' ') }
}

const squeeze = (text: string) => text.replaceAll(/\s+/g, '')

const decodeXml = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll(/&quot;|""|\\"/g, '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

/** Returns the text of a file without markup. */
async function readText(format: string, bytes: Buffer): Promise<string> {
  if (format === 'docx') return (await mammoth.extractRawText({ buffer: bytes })).value
  if (format === 'rtf') return readRtfText(String(bytes))
  if (format === 'odt' || format === 'epub') {
    const pages = [...unzip(bytes)].filter(([name]) => name === 'content.xml' || name.endsWith('.xhtml'))
    return pages.map(([, page]) => String(page).replaceAll(/<[^>]+>/g, '')).join('')
  }
  return format === 'html' ? String(bytes).replaceAll(/<[^>]+>/g, '') : String(bytes)
}

const TEXTS = {
  zh: '今天的会议讨论了三个重要问题：预算、时间和人员。',
  ja: '今日の会議では、予算と日程について話し合いました。',
  ko: '오늘 회의에서는 예산과 일정을 논의했습니다.',
  ru: 'Сегодня мы обсудили бюджет и сроки.',
  el: 'Σήμερα συζητήσαμε τον προϋπολογισμό.',
  hi: 'आज हमने बजट पर चर्चा की।',
  th: 'วันนี้เราพูดคุยเรื่องงบประมาณ',
  ka: 'დღეს ჩვენ ბიუჯეტი განვიხილეთ.',
  hy: 'Այսօր մենք քննարկեցինք բյուջեն։',
  ta: 'இன்று நாங்கள் பட்ஜெட் பற்றி பேசினோம்.',
  gu: 'આજે આપણે બજેટ વિશે ચર્ચા કરી.',
  km: 'យើងបានពិភាក្សាអំពីថវិកា។',
  vi: 'Hôm nay chúng ta đã thảo luận về ngân sách.',
} as const

describe('PDF and DOCX in other scripts', () => {
  it.each(Object.entries(TEXTS))('%s is preserved letter by letter', async (language, text) => {
    const segments = [segment(0, text, { speaker: text.slice(0, 4), language })]
    const pdf = await readPdf(await write('pdf', segments, { title: text, language }))
    expect(squeeze(pdf.text)).toContain(squeeze(text))
    const { value } = await mammoth.extractRawText({ buffer: await write('docx', segments, { title: text, language }) })
    expect(value).toContain(text)
  })

  it('every script, symbol and number can be extracted from the PDF', async () => {
    const segments = scripts.map(({ speaker, content }, index) => segment(index, content, { speaker }))
    const pdf = await write('pdf', segments, { title: 'Scripts', language: '' })
    const text = (await readPdfText(pdf)).replaceAll(/\s+/g, ' ')
    const lost = scripts.filter(({ content }) => !text.includes(content.replaceAll(/\s+/g, ' ')))
    expect(lost).toEqual([])
  })

  it.each(['وصلت 12 files اليوم', 'הגיעו 12 files היום', 'דגם iPhone 15 Pro חדש', 'רשימה: 3 kg, 4 m (סה״כ)', 'גרסה 2.5 beta 7'])(
    'the spaces between numbers and Latin words stay in a line that is read from the right: %s',
    async (content) => {
      const text = await readPdfText(await write('pdf', [segment(0, content)], { title: 'Lines', language: '' }))
      expect(text.replaceAll(/\s+/g, ' ')).toContain(content)
    },
  )

  it.each(['docx', 'odt', 'epub', 'html', 'txt', 'rtf', 'json', 'csv'] as const)('%s has the same texts', async (format) => {
    const segments = scripts.map(({ speaker, content }, index) => segment(index, content, { speaker }))
    const bytes = await write(format, segments, { title: 'Scripts', language: '' })
    const text = squeeze(decodeXml(await readText(format, bytes)))
    expect(scripts.filter(({ content }) => !text.includes(squeeze(content)))).toEqual([])
  })

  it('a character missing from all fonts is a box with its code point, is counted, and stays in the text', async () => {
    const pdf = await readPdf(await write('pdf', [segment(0, 'The eye 𓂀 and 𓂀, the sign 𒀀.')]))
    expect(pdf.text).toContain('The eye 𓂀 and 𓂀 , the sign 𒀀 .'.slice(0, 9))
    expect(squeeze(pdf.text)).toContain(squeeze('The eye 𓂀 and 𓂀, the sign 𒀀.'))
    expect(pdf.text).toContain('shown as boxes with their Unicode number: U+13080 (2×), U+12000')
    expect((await readPdf(await write('pdf', [segment(0, 'No box.')]))).text).not.toContain('Unicode')
  })

  it('Hebrew is right-to-left, with numbers and Latin words left-to-right', async () => {
    const { items } = await readPdf(await write('pdf', [segment(0, 'שלום WORLD בשעה 1234 (כאן)', { language: 'he' })]))
    const placed = (text: string) => items.find((item) => item.text.includes(text))?.x ?? Number.NaN
    // The first word is rightmost, and each later one is to the left of the previous one.
    const [hello, world, at, number, here] = ['שלום', 'WORLD', 'בשעה', '1234', 'כאן'].map((word) =>
      Number.isNaN(placed(word)) ? placed([...word].reverse().join('')) : placed(word),
    ) as [number, number, number, number, number]
    expect(hello).toBeGreaterThan(world)
    expect(world).toBeGreaterThan(at)
    expect(at).toBeGreaterThan(number)
    expect(number).toBeGreaterThan(here)
    // Aligned at the right edge of the text.
    expect(Math.max(...items.map(({ x, width }) => x + width))).toBeGreaterThan(520)
  })

  it('Arabic letters are joined: they have the forms for their positions in the word', async () => {
    const text = 'مرحبا بالعالم'
    const { items } = await readPdf(await write('pdf', [segment(0, text, { language: 'ar' })], { language: 'ar' }))
    expect(items.map((item) => item.text)).toContain(text)
    const fonts = await openFonts(text, 'ar')
    const formsOf = (word: string) =>
      fonts
        .shape(word, 'regular', new Uint8Array(word.length).fill(1), { from: 0, to: word.length })
        .flatMap(({ clusters }) => clusters.map(({ glyphs }) => glyphs.map(({ id }) => id).join()))
    // From left to right: the last letter, one in the middle, the first.
    const [last, middle, first] = formsOf('ببب')
    expect(new Set([last, middle, first, ...formsOf('ب')]).size).toBe(4)
  })

  it('emoji and symbols are glyphs of a font, never empty boxes', async () => {
    const text = 'Launch 🚀 at 9 ☑ 👍🏽 €5 → ok'
    const { text: found } = await readPdf(await write('pdf', [segment(0, text)]))
    for (const sign of ['🚀', '☑', '👍', '€', '→']) expect(found).toContain(sign)
    expect((await mammoth.extractRawText({ buffer: await write('docx', [segment(0, text)]) })).value).toContain(text)
  })

  it('DOCX marks paragraphs and runs of right-to-left text', async () => {
    const files = unzip(await write('docx', [segment(0, 'שלום world 12')]))
    const xml = String(files.get('word/document.xml'))
    expect(xml).toMatch(/<w:bidi\/>/)
    expect(xml).toMatch(/<w:rtl\/>[^]*?<w:t[^>]*>שלום /)
    expect(xml).not.toMatch(/<w:rtl\/><\/w:rPr><w:t[^>]*>world/)
  })
})

describe('transcripts of every size', () => {
  it.each(TRANSCRIPT_FORMATS)('%s of an empty transcript, of one sentence and without speakers', async (format) => {
    for (const segments of [[], [segment(0, 'Yes.')], [segment(0, 'Yes.', { speaker: 'A' })]]) {
      const bytes = await write(format, segments)
      expect(bytes.length).toBeGreaterThanOrEqual(0)
    }
  })
})
