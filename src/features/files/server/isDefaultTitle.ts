import { foldText } from '#shared/normalizeText.ts'

/**
 * Returns whether a title says nothing about the recording: the default name from a recorder, a phone, an app or this page, a time,
 * a counter or an id. A title with any other word is a name, such as "Interview 3" or "Recording with Anna".
 */
export function isDefaultTitle(title: string): boolean {
  const text = foldText(title.replace(EXTENSION, ''))
  if (ID.test(text) || DEVICE_FILE.test(text)) return true
  const tokens = (text.match(/\p{L}[\p{L}\p{M}]*|\d+/gu) ?? []).slice(0, MAX_TOKENS + 1)
  const numbers = tokens.filter((token) => /^\d/.test(token))
  const words = tokens.filter((token) => !/^\d/.test(token))
  if (tokens.length === 0 || tokens.length > MAX_TOKENS) return false
  if (words.every((word) => TIME_MARKS.has(word))) return isTimeOrCounter(numbers)
  return words.every((word) => canFollow(word, numbers)) && words.some((word) => isGeneric(word, numbers))
}

const MAX_TOKENS = 20
/** An extension with a letter: `15.48` is a time. */
const EXTENSION = /\.(?=\d*[a-z])[a-z\d]{2,5}$/i
/** A UUID, or at least 16 hexadecimal digits. */
const ID = /^\{?(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{16,})\}?$/
/** A counter after the prefix of a manufacturer of recorders or cameras. */
const DEVICE_FILE = /^(?:zoom|ste|mz|dm|ds|dw|vn|ws|ls|pcm|dji|tascam|gopr|g[hx]|dscn?|dscf)[-_ ]?\d{4,}(?:[-_ ]\d+)*$/

const foldedSet = (text: string): ReadonlySet<string> => new Set(foldText(text).split(/\s+/).filter(Boolean))

/** Letters of a time such as `20261125T154800Z`, and the R that Sony puts before it. */
const TIME_MARKS = foldedSet('t z h m s r gmt utc')

/** Words for a recording. Any of them alone says nothing about it. */
const GENERIC = foldedSet(`
  rec recording audio aud ptt voice voicememo voicenote untitled unnamed
  vid video img mov mvi pxl
  aufnahme sprachaufnahme tonaufnahme audioaufnahme bildschirmaufnahme sprachmemo sprachnotiz sprachnachricht unbenannt titel
  enregistrement vocal vocale titre
  grabacion voz titulo
  registrazione titolo
  gravacao
  녹음 음성 무제 제목
`)
/** Generic words that also occur in real names, so they require a number. */
const GENERIC_WITH_NUMBER = foldedSet('record track sound clip signal')

/** Words that may accompany them. */
const BESIDE = foldedSet(`
  new my file memo note copy message screen standard whatsapp wa
  neue neuer meine kopie datei ohne
  nouvel nouvelle nouveau copie sans
  nueva nuevo copia nota mensaje sin de
  nuova nuovo messaggio senza
  nova novo memorando mensagem sem
  새로운 새 메모 없음
`)

/** Words of a date or a time. They need a number. */
const DATE_WORDS: ReadonlySet<string> = new Set([
  ...TIME_MARKS,
  ...foldedSet('at on am pm a p um uhr le las los el del alle ore as 년 월 일 시 분 초 오전 오후'),
  ...['en', 'de', 'fr', 'es', 'it', 'pt'].flatMap(monthNames),
])

function monthNames(locale: string): string[] {
  const months = Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month, 15))
  return (['long', 'short'] as const).flatMap((month) => {
    const format = new Intl.DateTimeFormat(locale, { month, timeZone: 'UTC' })
    return months.map((at) => foldText(format.format(at)).replace(/\P{L}/gu, ''))
  })
}

const PARTS_OF_DAY = '凌晨|清晨|早上|上午|中午|下午|晚上|午夜|半夜|午前|午後'
/** Japanese and Chinese have no spaces between words. @NOTE No alternative consists of others, so that a match takes linear time. */
const GENERIC_UNSPACED = /録音|录音|錄音|音声|语音|語音|ボイス|無題|无标题|無標題|未命名|名称未設定/
const UNSPACED = new RegExp(
  `^(?:${GENERIC_UNSPACED.source}|备忘录|備忘錄|新規|新しい|新|标准|標準|メモ|の|年|月|日|時|时|分|秒|点|點|${PARTS_OF_DAY})+$`,
)

/** Returns whether a word only says that this is a recording. */
const isGeneric = (word: string, numbers: readonly string[]): boolean =>
  GENERIC.has(word) || (numbers.length > 0 && GENERIC_WITH_NUMBER.has(word)) || GENERIC_UNSPACED.test(word)

/** Returns whether a word may occur in a default title. */
const canFollow = (word: string, numbers: readonly string[]): boolean =>
  GENERIC.has(word) ||
  BESIDE.has(word) ||
  UNSPACED.test(word) ||
  (numbers.length > 0 && (GENERIC_WITH_NUMBER.has(word) || DATE_WORDS.has(word)))

/** Returns whether numbers without words are a time or a counter. `1984`, `911` and `24-7` may be names. */
function isTimeOrCounter(numbers: readonly string[]): boolean {
  const [first = ''] = numbers
  if (numbers.length === 1) return first.startsWith('0') || first.length <= 2 || first.length > 4
  return numbers.join('').length >= 6
}
