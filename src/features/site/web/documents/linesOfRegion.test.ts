import { describe, expect, it } from 'vitest'
import { documents } from 'virtual:documents'
import { LOCALES, type Locale } from '#shared/locales.ts'
import { DOCUMENTS, type DocumentName, type DocumentNode } from '../../rules.ts'
import { linesOfRegion, type Region } from './linesOfRegion.ts'

/** Words for cards and the free trial, which the build for China does not have. Graphics cards are allowed. */
const GLOBAL_WORDS: Readonly<Record<Locale, RegExp>> = {
  en_US: /(?<!graphics )\bcards?\b|\btrials?\b/i,
  es_ES: /\btarjetas?\b(?! gráfica)|\bprueba gratuita\b/i,
  fr_FR: /\bcartes?\b(?! graphique| mentale)|\bessai gratuit\b/i,
  de_DE: /(?<!grafik)karte|testphase/i,
  it_IT: /\bcart[ae]\b|\bprova gratuita\b/i,
  ja_JP: /(?<!グラフィック)カード|無料お試し/,
  ko_KR: /(?<!그래픽 )카드|무료 체험/,
  pt_PT: /\bcart(?:ão|ões)\b|\bavaliação gratuita\b/i,
  zh_CN: /(?<!显)卡|免费试用/,
  zh_TW: /(?<!顯示)卡|免費試用/,
}

const CHINA_WORDS = /Alipay|알리페이|支付宝|支付寶/
/** Marks, also misspelled ones. */
const MARK = /\[\w+\]/g

describe('a line of a region', () => {
  const shared: DocumentNode = { tag: 'li', children: ['Both, also [cn] inside'] }
  const lines: DocumentNode[] = [
    { tag: 'p', children: ['[cn] By code.'] },
    { tag: 'p', children: ['[global] ', { tag: 'strong', children: ['By card'] }, '.'] },
    { tag: 'ul', children: [{ tag: 'li', children: ['[global] Trial'] }, shared] },
  ]

  it('is shown in its build without the mark, and not in the other one', () => {
    expect(linesOfRegion(lines, 'cn')).toEqual([
      { tag: 'p', children: ['By code.'] },
      { tag: 'ul', children: [shared] },
    ])
    expect(linesOfRegion(lines, 'global')).toEqual([
      { tag: 'p', children: ['', { tag: 'strong', children: ['By card'] }, '.'] },
      { tag: 'ul', children: [{ tag: 'li', children: ['Trial'] }, shared] },
    ])
  })

  it('is not shown while the region is not known', () => {
    expect(linesOfRegion(lines, undefined)).toEqual([{ tag: 'ul', children: [shared] }])
  })
})

describe.each(LOCALES)('the documents in %s', (locale) => {
  it('mark the same lines as in English', async () => {
    for (const name of DOCUMENTS) {
      const marksIn = async (language: Locale) => textOf(await load(name, language)).match(MARK)
      expect([name, await marksIn(locale)]).toEqual([name, await marksIn('en_US')])
    }
  })

  it('do not mention cards or a trial in the build for China', async () => {
    for (const name of DOCUMENTS)
      expect([name, (await shownText(name, locale, 'cn')).match(GLOBAL_WORDS[locale])]).toEqual([name, null])
  })

  it.each(['buydetail', 'privacy'] as const)('explain in %s how to pay in each build', async (name) => {
    const [china, elsewhere] = [await shownText(name, locale, 'cn'), await shownText(name, locale, 'global')]
    expect(china).toMatch(CHINA_WORDS)
    expect(elsewhere).not.toMatch(CHINA_WORDS)
    expect(elsewhere).toMatch(GLOBAL_WORDS[locale])
  })

  it.each(['global', 'cn'] as const)('show no mark in the build %s', async (region) => {
    for (const name of DOCUMENTS) expect([name, (await shownText(name, locale, region)).match(MARK)]).toEqual([name, null])
  })
})

const load = async (name: DocumentName, locale: Locale): Promise<readonly DocumentNode[]> =>
  (await documents[name][locale]?.())?.default.pieces ?? []

const shownText = async (name: DocumentName, locale: Locale, region: Region): Promise<string> =>
  textOf(linesOfRegion(await load(name, locale), region))

const textOf = (pieces: readonly DocumentNode[]): string =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : `${textOf(piece.children ?? [])}\n`)).join('')
