import type { Candidate, Reading } from './findNames.ts'
import { FUNCTION_WORDS, MONTHS } from './ordinaryWords.ts'
import { isAllUpper, startsLower, startsUpper, wordSet, type Token } from './words.ts'

/** A range of a text that names speakers. */
export type Named = { readonly start: number; readonly end: number; readonly speakers: readonly number[] }

/** Words that follow a name rather than the same common word: verbs in the third person, and "and". */
const AFTER_NAMES =
  wordSet(`said says asked asks answered answers replied replies thinks thought wants wanted agrees agreed disagrees suggests suggested
  explains explained adds added notes noted mentions mentioned reports reported proposes proposed confirms confirmed promises promised
  offers offered tells told knows knew needs needed likes liked works worked came comes goes went sends sent writes wrote pays paid takes
  took makes made gets has had is was isn't wasn't doesn't didn't hasn't and or does did also who spoke speaks talks talked calls called reviews prepares handles contacts organises organizes schedules updates shares creates leads joins leaves brings gives
  keeps meets moves runs tries uses visits waits buys finds becomes presents drafts volunteers checks
  will would can could shall should must won't wouldn't can't cannot couldn't shouldn't mustn't
  sagt sagte meint meinte fragt fragte antwortet antwortete ist war hat hatte findet fand schlägt schlug geht ging kommt kam wird möchte und
  dit disait demande répond pense pensait est était a avait propose veut explique et
  dice dijo pregunta preguntó responde respondió piensa es era fue ha había tiene quiere y propone explica
  dice disse chiede chiese risponde pensa è era ha aveva vuole propone spiega e
  diz disse pergunta perguntou responde acha é foi tem quer propõe explica
  powiedział powiedziała mówi říká řekl řekla sanoi sanoo mondta dedi diyor сказал сказала говорит спросил спросила`)
/** Words that follow "Will", "May" and "Mark" when those are words: pronouns, articles, and other beginnings of a clause. */
const AFTER_WORDS =
  wordSet(`i you he she it we they the a an this that these those my your his her our their its there all any anyone everyone everybody
  someone somebody one no not to of me us them in on at for with up down out be
  jemand niemand man ich du er sie es wir ihr der die das ein eine einen mein dein sein je tu il elle on nous vous ils elles le la les un une des
  yo tú él ella nosotros el los las una io lui lei noi voi lo gli eu ele ela nós o os as um uma`)
/** Those of them that follow a verb, but also occur between a name and its predicate. */
const AFTER_VERBS = wordSet('not to in on at for with up down out')
/** Verbs that begin a sentence and are also names. */
const VERBS = wordSet(
  `will may mark hope grant rob sue bill chase hunt skip cook trace rush park ring call care carry camp clear close wait walk work wish wonder watch
  turn trip store stock start stop stand spring sail rise reach read rain pack post point press push pay page move mail look lock list light land
  keep hold hide help heal head hang guard frost free fish fill drive draw drop dash dare cut cross count chip change carve burn build broom brew
  break book board blast best better back`,
)
/** A verb in the past tense, which follows the name Will but not the word. */
const PAST_TENSE = /^[a-z]{3,}ed$/

/** Words after which a lower-case word is not a name: articles, pronouns and auxiliary verbs. */
const BEFORE_WORDS =
  wordSet(`the a an this that these those my your his her our their its no some any every each i you he she it we they will would can could may might
  must shall should do does did don't not very too so more most much many
  der die das den dem des ein eine einen einem einer eines kein keine mein meine dein sein seine ihr ihre unser euer ich du er sie es wir sehr zu so nicht mehr ist sind
  le la les l un une des du ce cet cette ces mon ma mes ton ta tes son sa ses notre votre leur je tu il elle on nous vous ils très plus pas
  el los las una unos unas este esta ese esa mi tu su nuestro nuestra muy más no lo al del
  il lo i gli uno mio mia tuo suo sua nostro molto più non questo questa quel quella un' dell' all'
  os um uma meu minha seu sua nosso nossa muito mais não este esta esse essa do da dos das`)
/** Words before a month. */
const BEFORE_MONTHS = wordSet(
  'in of since until till by last next this early late mid during before after im am seit bis ab ende anfang mitte en de du dès fin début desde hasta di del dal entro em do',
)
/** A task as people note it: "Mark to call the bank", but not "Hope to see you". */
const TASK = /^\s+to\s+(?!(?:see|hear|meet|get)\s+(?:you|from)\b)\p{Ll}{2,}/u
const INTERJECTIONS = wordSet('so no ja yes si oui non ok oh hi hey now then here right sure please thanks hello da na well')
/** Matches the beginning of a sentence: after these characters, and at the start of a text. */
const SENTENCE_START = /(?:^|[.!?…:;。！？\n\r"“„«»”([{—–•☐☑|]|(?:^|\s)[-*#>]+)\s*["'“‘„«¿¡([]*$/u

/** Decides which candidates are names, and merges the parts of one name. */
export function settle(reading: Reading, candidates: readonly Candidate[]): Named[] {
  const certain = candidates.map((candidate) => isName(reading, candidate))
  // A word next to another part of the same name is a part too.
  const spread = (index: number, neighbour: number) => {
    const [one, other] = [candidates[index], candidates[neighbour]]
    if (one && other && !certain[index] && certain[neighbour] && areOneName(reading.text, one, other)) certain[index] = true
  }
  for (let index = 0; index < candidates.length; index++) spread(index, index - 1)
  for (let index = candidates.length - 1; index >= 0; index--) spread(index, index + 1)
  const named: Named[] = []
  for (const [index, candidate] of candidates.entries()) {
    if (!certain[index] || candidate.start < (named.at(-1)?.end ?? 0)) continue
    addNamed(named, candidate, reading)
  }
  return named
}

const shared = (a: readonly number[], b: readonly number[]): number[] => a.filter((speaker) => b.includes(speaker))

/** Whether two ranges are parts of one name: Mark Brandt, brandt.mark, Brandt, Mark. */
function areOneName(text: string, a: Candidate, b: Candidate): boolean {
  const [left, right] = a.start < b.start ? [a, b] : [b, a]
  const areTwoWords = text.slice(a.start, a.end).toLowerCase() !== text.slice(b.start, b.end).toLowerCase()
  return (
    areTwoWords &&
    /^(?:\s{0,2}|[._\-‐‑]|,\s?)$/.test(text.slice(left.end, right.start)) &&
    shared(a.speakers, b.speakers).length > 0
  )
}

/** What may be between two parts of one name: a space, a hyphen, or another initial. */
const INSIDE_NAME = /^(?:\s{1,3}|[._\-‐‑]|\s?\p{Lu}\.?\s)?$/u

/** Merges the parts of one name. The speakers that both parts have in common are meant. */
function addNamed(named: Named[], candidate: Candidate, reading: Reading): void {
  const place = withInitials(reading, candidate)
  const last = named.at(-1)
  const both = last ? shared(last.speakers, place.speakers) : []
  // An initial between two names may belong to either.
  const overlaps = last !== undefined && place.start < last.end
  if (last && both.length > 0 && (overlaps || INSIDE_NAME.test(reading.text.slice(last.end, place.start))))
    named[named.length - 1] = { start: last.start, end: place.end, speakers: both }
  else named.push({ ...place, start: overlaps ? candidate.start : place.start })
}

/** Adds the initials around a part of a name: L. Brandt, l.brandt@, Lena B. */
function withInitials({ index, text, tokens, fold }: Reading, candidate: Candidate): Named {
  const { speakers, first, last } = candidate
  let [start, end] = [candidate.start, candidate.end]
  if (first < 0) return { start, end, speakers }
  const isInitial = (token: Token | undefined) => {
    const letters = token?.kind === 'word' ? fold(token.text).letters : ''
    return (
      letters !== '' &&
      speakers.some((at) => index.initials[at]?.includes(letters)) &&
      (letters.length === 1 || startsLower(token?.text ?? ''))
    )
  }
  const [before, after] = [tokens[first - 1], tokens[last + 1]]
  if (before && isInitial(before)) {
    const gap = text.slice(before.end, start)
    if (/^[._-]$/.test(gap) || (startsUpper(before.text) && /^(?:\.\s?|\s)$/.test(gap))) start = before.start
  }
  if (after && isInitial(after)) {
    const [gap, rest] = [text.slice(end, after.start), text.slice(after.end)]
    const isUpper = startsUpper(after.text) && /^,?\s$/.test(gap) && /^(?:[.,:;!?)\]]|\s*$)/.test(rest)
    if (isUpper || (/^[._-]$/.test(gap) && /^[@._\-\s\d]|^$/.test(rest)))
      end = after.end + (isUpper && /^\.(?!\s*$|\s+\p{Lu})/u.test(rest) ? 1 : 0)
  }
  return { start, end, speakers }
}

/** What precedes a name in an address. */
const BEFORE_HANDLE = /[@#/_]$|www\.$/
const AFTER_HANDLE = /^[\d._+-]{0,12}@[\p{L}\d]|^\.(?:com|org|net|info|io|dev|eu|[a-z]{2})\b(?!\s+\p{Ll})/u

/** Whether a candidate is a name in its context. */
function isName(reading: Reading, candidate: Candidate): boolean {
  const { text, fold } = reading
  const { kind, isLower, start, end } = candidate
  const isHandle = BEFORE_HANDLE.test(text.slice(Math.max(0, start - 4), start)) || AFTER_HANDLE.test(text.slice(end, end + 20))
  if (kind === 'handle') return isHandle
  if (kind === 'joined') return true
  const word = text.slice(start, end)
  const hasCase = isLower || startsUpper(word)
  if (isHandle && kind !== 'initials' && candidate.end - candidate.start > 2) return true
  if (!hasCase) return kind === 'name' || hasTitle(reading, candidate)
  const next = neighbour(reading, candidate, 1)
  if (kind === 'initials') return isAddressed(reading, candidate) || (next !== '' && SPEECH.has(next))
  if (isLower) {
    const isAfterArticle = BEFORE_WORDS.has(neighbour(reading, candidate, -1))
    return kind === 'name' ? !reading.hasCapitals || !isAfterArticle : !reading.hasCapitals && !isAfterArticle && SPEECH.has(next)
  }
  if (kind === 'name') return true
  if (isOwner(text, end)) return true
  if (isMonth(reading, candidate)) return false
  if (!startsSentence(reading, candidate)) return true
  if (isAddressed(reading, candidate) || AFTER_NAMES.has(next) || TASK.test(text.slice(end, end + 40))) return true
  if (kind === 'function') return PAST_TENSE.test(next)
  // "Hope for the best" begins with a verb, and "Jack on vacation" with a name.
  return !AFTER_WORDS.has(next) || (AFTER_VERBS.has(next) && !VERBS.has(fold(word).letters))
}

const SPEECH = wordSet(
  'said says thought asked asks answered replied thinks wants suggested agreed agrees sagt sagte meint fragt dit demande dice dijo disse chiede diz will',
)

/** Whether a name is addressed, owns something, or introduces speech: "Will, …", "Will’s", "Will: …". */
function isAddressed({ text, fold }: Reading, { start, end }: Candidate): boolean {
  return isOwner(text, end) || (text[end] === ',' && !INTERJECTIONS.has(fold(text.slice(start, end)).letters))
}

const KOREAN_TITLE =
  /^\s?(?:씨|님|군|양|선생|교수|박사|사장|부장|과장|차장|대리|팀장|이사|회장|대표|원장|의원|변호사|기자|감독|작가|형|누나|언니|오빠)/u

/** Whether a name in a script without capitals has a form of address: 김 부장님. */
const hasTitle = (reading: Reading, candidate: Candidate): boolean =>
  isAddressed(reading, candidate) || KOREAN_TITLE.test(reading.text.slice(candidate.end, candidate.end + 5))

/** Whether a possessive or speech follows: Will’s, Will: … */
const isOwner = (text: string, end: number): boolean => /^(?:['’]s?\b|\s?:(?!\d))/u.test(text.slice(end, end + 3))

/** Returns the previous or next word, folded; empty across the boundary of a sentence. */
function neighbour({ text, tokens, fold }: Reading, { first, last }: Candidate, step: 1 | -1): string {
  const [own, token] = step === 1 ? [tokens[last], tokens[last + 1]] : [tokens[first], tokens[first - 1]]
  if (!own || token?.kind !== 'word') return ''
  const gap = step === 1 ? text.slice(own.end, token.start) : text.slice(token.end, own.start)
  return /^\s+$/.test(gap) ? fold(token.text).letters : ''
}

function isMonth(reading: Reading, candidate: Candidate): boolean {
  const { text, fold, tokens } = reading
  const { start, end, first, last } = candidate
  if (!MONTHS.has(fold(text.slice(start, end)).letters)) return false
  const isNumber = (token: Token | undefined) => token?.kind === 'number'
  const near = (from: number | undefined, to: number | undefined) =>
    /^(?:st|nd|rd|th)?[\s.,]{1,3}(?:of\s)?$/.test(text.slice(from, to))
  const [before, after] = [tokens[first - 1], tokens[last + 1]]
  if (isNumber(after) && near(end, after?.start)) return true
  if (isNumber(before) && near(before?.end, start)) return true
  return BEFORE_MONTHS.has(neighbour(reading, candidate, -1))
}

/** Whether a word may be capitalized only because of its position: at the start of a sentence, or in a title in capitals. */
function startsSentence({ text, tokens, fold }: Reading, { start, first }: Candidate): boolean {
  if (
    SENTENCE_START.test(text.slice(Math.max(0, start - 20), start)) &&
    (start <= 20 || !/^\s*$/.test(text.slice(start - 20, start)))
  )
    return true
  const near = tokens
    .slice(Math.max(0, first - 4), first + 5)
    .filter(({ kind, text: word }) => kind === 'word' && !FUNCTION_WORDS.has(fold(word).letters))
  return (
    near.length >= 4 &&
    near.every(({ text: word }) => startsUpper(word) && !startsLower(word)) &&
    !near.every(({ text: word }) => isAllUpper(word))
  )
}
