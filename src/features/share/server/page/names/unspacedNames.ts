import { foldHan } from '#platform/text/foldHan.ts'
import { foldWord } from './foldWord.ts'
import { UNSPACED_ORDINARY } from './ordinaryWords.ts'
import { tokenize } from './words.ts'

/**
 * A name in a script without spaces. `sure` is found anywhere. `ordinary` is also a word, and `short` is one character: both count
 * only next to a form of address.
 */
type UnspacedName = { readonly kind: 'sure' | 'ordinary' | 'short'; readonly speakers: readonly number[] }
type Node = { readonly next: Map<string, Node>; name?: UnspacedName }
/** A trie of names, so that all are searched at once. */
export type UnspacedNames = Map<string, Node>

export type UnspacedMatch = { readonly start: number; readonly end: number; readonly speakers: readonly number[] }

const list = (words: string) => words.split(/\s+/)
/** Forms of address after and before a name. The longest come first. */
const ADDRESS_AFTER = list(
  '先生 女士 小姐 太太 老师 老師 教授 博士 医生 醫生 律师 律師 经理 經理 总监 總監 主任 主席 部长 部長 课长 課長 社长 社長 校长 校長 院长 院長 局长 局長 书记 書記 同学 同學 同志 师傅 師傅 工程师 大夫 总裁 總裁 董事 ' +
    '总 總 哥 姐 叔 姨 爷 奶奶 氏 さん さま 様 くん 君 ちゃん 先輩 係長 次長 会長 専務 常務 監督 選手 殿 ครับ',
).toSorted((a, b) => b.length - a.length)
const ADDRESS_BEFORE = list(
  '小 老 阿 คุณ พี่ น้อง นาย นาง นางสาว อาจารย์ หมอ ครู เจ๊ เฮีย ลุง ป้า น้า อา ท่าน ด.ช. ด.ญ. ဦး ဒေါ် ကို မောင် ທ້າວ ນາງ',
)
const TITLES =
  /^(?:คุณ|นางสาว|นาย|นาง|ดร\.?|อาจารย์|ဦး|ဒေါ်|ທ້າວ|ນາງ)\s*(?=.{2})|(?:先生|女士|小姐|老师|老師|教授|博士|さん|さま|様|くん|君|ちゃん|氏|部長|課長|社長)$/gu
/** Particles after a name in kana. Short names are prefixes of many words, so they need one of these particles. */
const PARTICLE = /^[はがをにとのもへや]/
const SUBJECT_PARTICLE = /^[はがも]/

const HAN = /^\p{sc=Han}+$/u
const HIRAGANA = /^[\p{sc=Hira}ー]+$/u
const KATAKANA = /^[\p{sc=Kana}ー]+$/u
const BRAHMIC = /^[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u
/** Chinese family names of two characters. */
const DOUBLE_SURNAMES = new Set(
  list(
    '欧阳 歐陽 司马 司馬 上官 诸葛 諸葛 东方 東方 皇甫 尉迟 尉遲 公孙 公孫 慕容 令狐 司徒 司空 夏侯 长孙 長孫 宇文 轩辕 軒轅 钟离 鍾離 端木 独孤 獨孤 南宫 南宮 西门 西門 百里 呼延',
  ),
)
/** Those that are also words. */
const ORDINARY_SURNAMES = new Set(list('东方 東方 西门 西門 百里 长孙 長孫'))
/** After a form of address, these characters make a word and not a name: 王子, 小王子. */
const AFTER_NO_NAME = /^[子国國朝室位宫宮道法家族]/u

/** Adds a name and the parts by which people are called. */
export function addUnspacedName(
  names: UnspacedNames,
  name: string,
  speaker: number,
  { isJapanese }: { isJapanese: boolean },
): void {
  const runs = tokenize(name)
    .filter(({ kind }) => kind === 'unspaced')
    .map(({ text }) => foldWord(text).letters.replaceAll(TITLES, ''))
    .filter((text) => text !== '')
  for (const text of runs) {
    addPart(names, text, speaker)
    if (HAN.test(text) && runs.length === 1) for (const part of partsOf(text, isJapanese)) addPart(names, part, speaker)
  }
  if (runs.length > 1) {
    addPart(names, runs.join(''), speaker)
    addPart(names, runs.toReversed().join(''), speaker)
  }
}

function addPart(names: UnspacedNames, text: string, speaker: number): void {
  const size = lettersIn(text)
  const isOrdinary =
    UNSPACED_ORDINARY.has(text) ||
    (HIRAGANA.test(text) && size < 4) ||
    (BRAHMIC.test(text) && size < 3) ||
    ORDINARY_SURNAMES.has(text)
  addLetters(names, text, size < 2 ? 'short' : isOrdinary ? 'ordinary' : 'sure', speaker)
}

const lettersIn = (text: string): number => [...text.replaceAll(/\p{M}/gu, '')].length

/** Adds a name to the trie. Simplified and traditional characters count as equal. */
export function addLetters(names: UnspacedNames, text: string, kind: UnspacedName['kind'], speaker: number): void {
  let level = names
  let node: Node | undefined
  for (const letter of foldHan(text)) {
    node = level.get(letter)
    if (!node) level.set(letter, (node = { next: new Map() }))
    level = node.next
  }
  if (!node) return
  const speakers = node.name?.speakers ?? []
  if (speakers.length <= 3 && !speakers.includes(speaker))
    node.name = { kind: node.name?.kind ?? kind, speakers: [...speakers, speaker] }
}

/**
 * Returns the family name and the given name of a name without a space. Chinese family names have one character, Japanese ones up
 * to three.
 */
function partsOf(text: string, isJapanese: boolean): string[] {
  const letters = [...text]
  const split = (at: number) => [letters.slice(0, at).join(''), letters.slice(at).join('')]
  if (DOUBLE_SURNAMES.has(letters.slice(0, 2).join('')) && letters.length > 2) return split(2)
  if (!isJapanese) return letters.length <= 4 ? split(1) : split(2)
  if (letters.length <= 2) return []
  const sizes = letters.length === 3 ? [1, 2] : letters.length === 4 ? [2] : [2, 3]
  return sizes.flatMap(split).filter((part) => [...part].length >= 2 || letters.length === 3)
}

/** Returns the names in a run of a script without spaces. `before` and `after` are the text around the run. */
export function findUnspaced(
  names: UnspacedNames,
  text: string,
  { before, after }: { before: string; after: string },
): UnspacedMatch[] {
  const { letters, starts, ends } = foldWord(text)
  const matches: UnspacedMatch[] = []
  for (let at = 0; at < letters.length;) {
    const found = longestAt(names, letters, at, (name, end) => isName(name, { letters, start: at, end, before, after }))
    if (!found) {
      at += letters.codePointAt(at)! > 0xffff ? 2 : 1
      continue
    }
    matches.push({ start: starts[at] ?? 0, end: ends[found.end - 1] ?? text.length, speakers: found.name.speakers })
    at = found.end
  }
  return matches
}

/** Returns the longest name that begins at an index. */
export function longestAt(
  names: UnspacedNames,
  text: string,
  at: number,
  isAllowed: (name: UnspacedName, end: number) => boolean,
): { name: UnspacedName; end: number } | null {
  let found: { name: UnspacedName; end: number } | null = null
  let level = names
  for (let end = at; end < text.length;) {
    const letter = String.fromCodePoint(text.codePointAt(end) ?? 0)
    const node = level.get(foldHan(letter))
    if (!node) break
    end += letter.length
    if (node.name && isAllowed(node.name, end)) found = { name: node.name, end }
    level = node.next
  }
  return found
}

type Place = {
  readonly letters: string
  readonly start: number
  readonly end: number
  readonly before: string
  readonly after: string
}

function isName({ kind }: UnspacedName, place: Place): boolean {
  const { letters, start, end } = place
  const name = letters.slice(start, end)
  const [left, right] = [place.before + letters.slice(0, start), letters.slice(end) + place.after]
  if (KATAKANA.test(name) && (/[\p{sc=Kana}ー]$/u.test(left) || /^[\p{sc=Kana}ー]/u.test(right))) return false
  // In these scripts, marks continue a letter.
  if (/^\p{M}/u.test(right)) return false
  if (!AFTER_NO_NAME.test(right)) {
    if (ADDRESS_AFTER.some((address) => right.trimStart().startsWith(address))) return true
    if (ADDRESS_BEFORE.some((address) => left.trimEnd().endsWith(address)) && isWordEnd(letters, end)) return true
  }
  if (kind === 'short') return false
  if (kind === 'sure') return !HAN.test(name) || !isInsideWords(letters, start, end)
  if (/^[说說问問答讲講表示认認觉覺提]/u.test(right)) return true
  const isAlone = !/[\p{L}\p{M}]$/u.test(left) && !/^[\p{L}\p{M}]/u.test(right)
  const isKana = HIRAGANA.test(name) || KATAKANA.test(name)
  return (
    isAlone ||
    (isKana &&
      !/[\p{sc=Hira}\p{sc=Kana}]$/u.test(left) &&
      (lettersIn(name) > 2 && HIRAGANA.test(name) ? PARTICLE : SUBJECT_PARTICLE).test(right))
  )
}

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })
/** Number of characters around a name that are segmented into words. */
const AROUND = 8

/** Returns the word boundaries around a range, according to a dictionary. */
function wordsAround(letters: string, start: number, end: number): ReadonlySet<number> {
  const from = Math.max(0, start - AROUND)
  const to = Math.min(letters.length, end + AROUND)
  return new Set([...segmenter.segment(letters.slice(from, to))].map(({ index }) => index + from).concat(to))
}

const isWordEnd = (letters: string, at: number): boolean => wordsAround(letters, at, at).has(at)

/**
 * Returns whether a match is not a name: both of its ends are inside words, such as 张明 in 主张明确, or it is part of one, such as 一生 in
 * 一生懸命.
 */
function isInsideWords(letters: string, start: number, end: number): boolean {
  const bounds = wordsAround(letters, start, end)
  if (bounds.has(start) && bounds.has(end)) return false
  const hasBound = [...bounds].some((at) => at > start && at < end)
  return !hasBound || (!bounds.has(start) && !bounds.has(end))
}
