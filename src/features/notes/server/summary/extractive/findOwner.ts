const anyOf = (words: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.replaceAll(/\s*\n\s*/g, '')})(?![\\p{L}\\p{N}])`, 'iu')

/** Words with which the speaker takes on a task, by language (ISO 639-1). */
const OWN_TASK: Readonly<Record<string, RegExp>> = {
  en: anyOf(`i(?:'ll| will| can| need to| have to| must| should|'m going to| am going to|'m gonna|'ve got to| want to)|let me`),
  de: anyOf(
    `ich (?:werde|mache|schicke|schreibe|kümmere|übernehme|rufe|muss|kann|sollte|will|prüfe|bereite|kläre|frage|melde|bringe)|(?:werde|muss|kann|mache|schicke|schreibe|kümmere|rufe) ich|lass mich`,
  ),
  es: anyOf(
    `(?:yo )?(?:voy a|tengo que|debo|puedo|quiero|me encargo|me ocupo|necesito)|(?:lo|la|te|le|les|os) (?:envío|mando|llamo|paso|preparo|reviso)`,
  ),
  fr: anyOf(
    `je (?:vais|dois|peux|vous|t'|te|m'en|m'occupe|prépare|vérifie|rappelle|prends)|j'(?:envoie|enverrai|appelle|ai besoin de)`,
  ),
  it: anyOf(
    `(?:io )?(?:devo|posso|vado a|voglio|mi occupo|ci penso|preparo|mando|invio|chiamo|controllo|verifico|scrivo)|(?:ti|vi|le|gli|lo|la) (?:mando|invio|chiamo|preparo)`,
  ),
  pt: anyOf(`(?:eu )?(?:vou|tenho (?:de|que)|preciso(?: de)?|devo|posso|trato|fico de|envio|mando|ligo|preparo)`),
  ja: /(?:私|僕|俺|こちら)(?:が|は|の方で|から)|(?:して|送って|確認して|準備して|調べて|連絡して)おきます|(?:します|送ります|確認します|準備します|連絡します|調べます|やります)[。.]?$/u,
  ko: /(?:제가|내가|저는|저희가).*(?:하겠습니다|할게요|겠습니다|게요|습니다)|(?:보내|확인|준비|정리|연락|검토)(?:하)?(?:겠습니다|ㄹ게요|할게요|드릴게요|드리겠습니다)/u,
  zh: /(?:我(?!们|們)(?:会|會|来|來|去|要|得|需要|负责|負責|今天|明天|下周|下週)?)/u,
}

/**
 * Returns the owner of a task: the person named in the sentence, otherwise the speaker if it is in the first person, otherwise
 * null. `names` are the displayed names of the speakers; the first name is enough.
 */
export function findOwner(text: string, speaker: string, names: readonly string[], language: string): string | null {
  const straight = text.replaceAll('’', "'")
  const named = names.find((name) => name !== speaker && [name, ...firstName(name)].some((part) => containsName(straight, part)))
  const takesOn = speaker !== '' && takesOnTask(straight, language)
  // "I will send Tom the budget" is not a task for Tom; "Tom, I need you to send it" is.
  if (named !== undefined && !(takesOn && !startsWithName(straight, named))) return named
  return takesOn ? speaker : null
}

/** Returns whether the speaker of a sentence commits to it. */
export const takesOnTask = (text: string, language: string): boolean =>
  OWN_TASK[language]?.test(text.replaceAll('’', "'")) ?? false

const startsWithName = (text: string, name: string): boolean => [name, ...firstName(name)].some((part) => text.startsWith(part))

/** Returns the first name of a full name; empty for "Speaker 2" and for titles. */
function firstName(name: string): string[] {
  const [first = '', second = ''] = name.split(/\s+/)
  return first.length > 2 && second !== '' && !/\d/.test(second) && !first.endsWith('.') ? [first] : []
}

function containsName(text: string, name: string): boolean {
  if (name.length < 2) return false
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(name)) return text.includes(name)
  const at = text.indexOf(name)
  const isLetter = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character)
  return at >= 0 && !isLetter(text[at - 1]) && !isLetter(text[at + name.length])
}
