import type { Encoding } from './encodings.ts'

/**
 * The most frequent letters of each script, and the usual accented letters of the languages of each single-byte encoding. Texts
 * decoded with the wrong encoding have other letters.
 */
const FREQUENT: Readonly<Record<string, string>> = {
  Cyrillic: 'оеаинтсрвлкмдпуі',
  Greek: 'αοιετσνηυρπκμλς',
  Hebrew: 'אבגדהוזחטיכלמנסעפצקרשתםןךףץ',
  Arabic: 'المينورتهبةعدس',
  Thai: 'านรอกเงมยลวดท',
  Hangul:
    '이다는을가에의하고지로한기사인도시대어나리자은만정서스해일그보수있원부장들면상라전주제구과으를니까요네안녕세습게거것저우여무마아오조경동선신성소와더때게말생각합내회',
  Han: '的一是不了在人有我他这這个個们們中来來上大为為和国國地到以说說时時要就出会會可也你对對生能而子那得于於着著下自之年过過发發后後作里裡用道行所然家种種事成方多经經么麼去法学學如都同现現当當没沒动動面起看定天分还還进進好小部其些主样樣理心她本前开開但因只从從想实實日军軍者意无無力它与與长長把机機十民第公此已工使情明性知全三又关關点點正业業外将將两兩高间間由问問很最重并並物手应應战戰向头頭文体體政美相见見被利什二等产產或新己制身果加西斯月话話合回特代内内信表化老给給世位次度门門任常先海通教儿兒东東声聲提立及比员員解水名真论論处處走义義各入几幾口认認条條平系系气氣题題活尔爾更别別打女变變四神总總何电電数數安少报報才结結反受目太量再感建务務做接必场場件计計管期市直德资資命山金指克许許统統区區保至队隊形社便空决決治展马馬科司五基眼书書非则則听聽白却卻界达達光放强強即像难難且权權思王象完设設式色路记記南品住告类類求据據程北边邊死张張该該交规規万萬取拉格望觉覺术術领領共确確传傳师師观觀清今切院让讓识識候带帶导導争爭运運笔筆早晚午始谢謝请請谁誰付钱錢议議田佐藤伟偉語払課診療所',
}
const ACCENTED: Partial<Readonly<Record<Encoding, string>>> = {
  'windows-1252': 'éèàçêùâîôûëïüöäßáíóúñãõåøæœìòÉÈÀÇÊÜÖÄÁÍÓÚÑÅØÆ',
  macintosh: 'éèàçêùâîôûëïüöäßáíóúñãõåøæœìòÉÈÀÇÊÜÖÄÁÍÓÚÑÅØÆ',
  'windows-1250': 'ąćęłńóśźżčďěňřšťůúýžáéíőűúüöäăâîșțşţđŁŚŻŹČŘŠŽÁÉÍŐŰÓÚÜÖ',
  'iso-8859-2': 'ąćęłńóśźżčďěňřšťůúýžáéíőűúüöäăâîşţđŁŚŻŹČŘŠŽÁÉÍŐŰÓÚÜÖ',
  'windows-1254': 'ğışçöüİĞŞÇÖÜ',
  'windows-1257': 'āčēģīķļņšūžąęėįųõäöüĀČĒŠŪŽ',
  'windows-1258': 'ăâđêôơưáàéèíóúýĂÂĐÊÔƠƯ',
}
const SCRIPTS = ['Latin', 'Cyrillic', 'Greek', 'Hebrew', 'Arabic', 'Thai', 'Han', 'Hiragana', 'Katakana', 'Hangul'] as const
type Script = (typeof SCRIPTS)[number]
const PATTERNS = SCRIPTS.map((script): [Script, RegExp] => [script, new RegExp(`\\p{Script=${script}}`, 'u')])
const scripts = new Map<string, Script | null>()

function scriptOf(character: string): Script | null {
  let script = scripts.get(character)
  if (script === undefined) {
    script = PATTERNS.find(([, pattern]) => pattern.test(character))?.[0] ?? null
    scripts.set(character, script)
  }
  return script
}

/** The byte ranges of common characters in everyday texts. */
const COMMON_RANGES: Partial<Readonly<Record<Encoding, readonly [number, number]>>> = {
  gb18030: [0xb0, 0xd7],
  big5: [0xa4, 0xc6],
  shift_jis: [0x88, 0x97],
  'euc-jp': [0xb0, 0xcf],
  'euc-kr': [0xb0, 0xc8],
}

const commonCharacters = new Map<Encoding, ReadonlySet<string>>()

/** Returns the common characters of a double-byte encoding: those in the first part of its table. */
function commonOf(encoding: Encoding): ReadonlySet<string> {
  const known = commonCharacters.get(encoding)
  if (known) return known
  const [from, to] = COMMON_RANGES[encoding] ?? [1, 0]
  const decoder = new TextDecoder(encoding)
  const found = new Set<string>()
  for (let lead = from; lead <= to; lead++) {
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      const text = decoder.decode(new Uint8Array([lead, trail]))
      if ([...text].length === 1 && text !== '\ufffd') found.add(text)
    }
  }
  commonCharacters.set(encoding, found)
  return found
}

const isTwoBytes = (encoding: Encoding): boolean => encoding in COMMON_RANGES

/**
 * Returns how plausible a decoded text is, from about -1 to 1: whether its letters are common and of one script, capitals begin
 * words, and words contain no symbols. Only non-ASCII characters count.
 */
export function plausibility(text: string, encoding: Encoding): number {
  let [points, count] = [0, 0]
  const characters = [...text]
  const counts = new Map<Script, number>()
  for (const [n, character] of characters.entries()) {
    const code = character.codePointAt(0) ?? 0
    if (code < 0x80) continue
    count++
    const [before, after] = [characters[n - 1] ?? ' ', characters[n + 1] ?? ' ']
    const script = scriptOf(character)
    if (script) counts.set(script, (counts.get(script) ?? 0) + 1)
    points += pointsOf({ character, code, before, after, script, encoding })
  }
  if (count === 0) return 0
  // Hungarian text decoded as Western European contains two letters that no language combines.
  const isHungarian = encoding === 'windows-1252' && /[õÕ]/.test(text) && /[ûÛ]/.test(text) && !/[ãÃ]/.test(text)
  return points / count - mixturePenalty(counts) - (isHungarian ? 0.3 : 0)
}

type Place = { character: string; code: number; before: string; after: string; script: Script | null; encoding: Encoding }

function pointsOf({ character, code, before, after, script, encoding }: Place): number {
  // Control characters, private use characters and unassigned ones.
  if (code < 0xa0 || (code >= 0xe000 && code <= 0xf8ff) || character === '\ufffd' || !/\p{Assigned}/u.test(character)) return -2
  if (/[\uff61-\uff9f]/.test(character)) return -0.5
  if (script === null) return /\p{M}/u.test(character) ? markPoints(before) : signPoints(character, before, after)
  if (script === 'Hiragana' || script === 'Katakana')
    return isTwoBytes(encoding) && encoding !== 'shift_jis' && encoding !== 'euc-jp' ? -0.3 : 1
  if (script === 'Han') return isTwoBytes(encoding) ? hanPoints(character, encoding) : 0.5
  if (script === 'Hangul')
    return encoding === 'euc-kr' && commonOf(encoding).has(character) ? (FREQUENT['Hangul']!.includes(character) ? 1 : 0.3) : -0.3
  // Double-byte tables also contain these alphabets, which hardly any text uses.
  if (isTwoBytes(encoding)) return -0.5
  const beforeScript = scriptOf(before)
  const afterScript = scriptOf(after)
  if ((beforeScript && beforeScript !== script) || (afterScript && afterScript !== script)) return -1
  // A capital after a lower-case letter, or a final form inside a word.
  if (/\p{Lu}/u.test(character) && /\p{Ll}/u.test(before)) return -1
  if (/\p{Ll}/u.test(character) && /\p{Lu}/u.test(after)) return -0.5
  if (/[ςךםןףץ]/.test(character) && afterScript) return -1
  if (/\p{M}/u.test(character)) return markPoints(before)
  // Words in Latin letters do not consist of accented letters only.
  const isAlone = !/[a-z]/i.test(before) && !/[a-z]/i.test(after) && (beforeScript !== null || afterScript !== null)
  if (script === 'Latin' && isAlone) return -0.2
  const usual = script === 'Latin' ? (ACCENTED[encoding] ?? ACCENTED['windows-1252']!) : (FREQUENT[script] ?? '')
  return usual.includes(script === 'Latin' ? character : character.toLowerCase()) ? 1 : 0.1
}

function hanPoints(character: string, encoding: Encoding): number {
  if (encoding === 'euc-kr') return -0.3
  if (!commonOf(encoding).has(character)) return -0.5
  return FREQUENT['Han']!.includes(character) ? 1 : 0.6
}

/** A combining mark must follow a letter. */
const markPoints = (before: string): number => (/[\p{L}\p{M}]/u.test(before) ? 0.5 : -1)

function signPoints(character: string, before: string, after: string): number {
  const isInside = /[\p{L}]/u.test(before) && /[\p{L}]/u.test(after)
  if (/[’‘“”„–—…«»‹›¿¡°€£§。、，！？：；（）「」『』《》・ー　\u00a0،؟؛]/u.test(character))
    return isInside && !/[’‘ー・。、，：；！？「」–—]/u.test(character) ? -0.5 : 0.6
  return isInside ? -1 : -0.3
}

/** A text has one script besides Latin; Japanese has three. */
function mixturePenalty(counts: ReadonlyMap<Script, number>): number {
  const total = [...counts.values()].reduce((sum, each) => sum + each, 0)
  const japanese = (counts.get('Hiragana') ?? 0) + (counts.get('Katakana') ?? 0) + (counts.get('Han') ?? 0)
  const largest = Math.max(japanese, ...counts.values())
  return total === 0 ? 0 : 1 - largest / total
}
