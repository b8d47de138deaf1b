import { foldWord } from './foldWord.ts'
import { wordSet, type Token } from './words.ts'

/** A rule of declension: a name with the ending `base` has the ending `ending` in a text. */
type Rule = { readonly base: string; readonly after: 'vowel' | 'consonant' | null }
type Rules = ReadonlyMap<string, readonly Rule[]>

const VOWELS = 'aeiouyаеёиоуыэюяіїєαεηιουω'
const list = (endings: string): string[] =>
  endings.split(/\s+/).flatMap((ending) => (ending === '' ? [] : [foldWord(ending).letters]))

function makeRules(...groups: readonly (readonly [endings: string, bases: string, after?: Rule['after']])[]): Rules {
  const rules = new Map<string, Rule[]>()
  for (const [endings, bases, after = null] of groups)
    for (const ending of list(endings))
      for (const base of bases === '' ? [''] : list(bases)) rules.set(ending, [...(rules.get(ending) ?? []), { base, after }])
  return rules
}

/** Endings in languages that hardly decline names, or separate the ending. */
const POSSESSIVE = makeRules(['s', ''], ['es', '', 'consonant'])

/**
 * Endings of names in the languages of Latin letters that decline them: Slavic, Baltic, Finnish, Estonian, Hungarian, Turkish,
 * Romanian, Albanian, Icelandic. Only texts that may be of such a language use them, because `Marke` and `Vera` are words elsewhere.
 */
const DECLINED = makeRules(
  // Finnish, Estonian, Hungarian, Turkish, Uzbek, Indonesian
  [
    'n a ta ssa sta lla lta lle ksi na tta an en seen han hen hin hon hun kin ko l le lt st sse ga ks ni t nak nek val vel ban ben ba be bol ra re rol tol nal nel hoz hez ig ert kent ek e ja je m d nin nun ya ye yi yu da de dan den yla yle lar ler larin lerin nya ning dir',
    '',
    'vowel',
  ],
  [
    'in ia issa ista illa ilta ille iksi ina itta iin i il ile ilt is ist isse iga iks ita ot et at t nak nek ban ben ba be bol ra re rol tol nal nel hoz hez ig ert kent ek e un a u o ta te tan ten da de dan den la le lar ler larin lerin dir',
    '',
    'consonant',
  ],
  ['sen seni sessa sesta sella selta selle sta sena seksi', 'nen'],
  // Slavic masculine
  ['a u owi ovi em iem om e ie ow ov ove owie ami ach ama y i ova owa ovej owej ove ovou ou ovu ovima', '', 'consonant'],
  // Slavic feminine, and names in -o
  ['y i e ie u o ou om oj ii iu ij ej iej ami ach am es ei iei et ete ama', 'a'],
  ['a u owi ovi em om e', 'o'],
  ['ji ju je jo jou jom', 'ja ia'],
  ['ii iu ie io ia iou ij ei', 'ia'],
  // Adjectives as names
  ['iego ego eho emu iemu im ym imi ymi ich ych a ej iej e u ou o ima oga og om omu iho imu', 'y i'],
  // Vanishing vowels, and softened consonants
  ['ka kowi kovi kiem kem ku ki kom', 'ek'],
  ['la lovi lowi lem lu le', 'el'],
  ['ra rovi rowi rem ru ze re', 'er'],
  ['ca ce covi cowi cem cu', 'ec'],
  ['ce', 'ka k'],
  ['dze ze', 'ga g'],
  ['se sze', 'cha ha ch'],
  ['cie', 'ta t'],
  ['dzie', 'da d'],
  ['rze', 'ra r'],
  ['scie', 'sta st'],
  // Baltic
  ['o ui u e ai', 'as'],
  ['io iui i iu a am im', 'is'],
  ['aus ui u au', 'us'],
  ['icio iciui', 'itis'],
  ['a am u ai', 's', 'consonant'],
  // Icelandic
  ['dottur', 'dottir'],
  ['syni sonar', 'son'],
  ['i ar u s', '', 'consonant'],
  ['u', 'a'],
  // Romanian and Albanian
  ['ul ului it', '', 'consonant'],
)

const CYRILLIC = makeRules(
  ['а у ом ем ым е ы и ов ам ами ах ови еві ові ою ин ина ина ински ова ову', '', 'consonant'],
  ['ы и е у ой ою ей ею о і ам ами ах ами', 'а'],
  ['и е ю ей ею ям ями ях ії ію єю', 'я'],
  ['ии ию ией иею іи', 'ия'],
  ['и ю ей ем е', 'а'],
  ['я ю ем ём е и', 'й'],
  ['я ю ем ём е и', 'ь'],
  ['ья ье ью ьей ьи', 'ья'],
  ['и ии', 'ь'],
  ['ого ому им ым ом ем', 'ий ый ой ии ыи ои'],
  ['его ему', 'ий ии'],
  ['ой ою ую ая ие ых их', 'ая ий ии'],
  ['ой ою у ые', 'а'],
  ['ла лу лом ле', 'ел'],
  ['ьва ьву ьвом ьве', 'ев'],
  ['ка ку ком ке ки', 'ок ек'],
  ['ца цу цом цем це', 'ец'],
  ['а у ом', 'о'],
)

const GREEK = makeRules(['ο ου ε', 'οσ'], ['α', 'ασ'], ['η', 'ησ'], ['σ ν', '', 'vowel'], ['ιδη', 'ιδησ'])

/** Particles and endings that are joined with a name in scripts without capitals. They are not replaced. */
const ATTACHED: readonly string[] = [
  // Korean
  ...list(`이 가 은 는 을 를 의 와 과 도 만 로 으로 랑 이랑 하고 에게 에게서 한테 한테서 께 께서 에 에서 야 아 여 이여 씨 님 군 양 네 들 뿐 부터 까지 처럼
    보다 마다 조차 밖에 이나 나 든지 이든 라고 이라고 라는 이라는 라면 이라면 란 이란 입니다 입니까 이에요 예요 이야 이다 다 이었 였 이고 고 인데 인 이죠 죠 요 이요
    선생 선생님 교수 교수님 박사 박사님 사장 사장님 부장 부장님 과장 과장님 대리 대리님 팀장 팀장님 이사 이사님 대표 대표님 형 누나 언니 오빠`),
  // Devanagari, Bengali, Gurmukhi, Gujarati
  ...list(`ने को का के की से में पर जी ही भी तक ला चा ची चे च्या शी हून लाई मा बाट द्वारा साठी वाला वाले वाली
    র এর কে রা তে য় য়ের দের টা টি ও ই থেকে ਨੇ ਨੂੰ ਦਾ ਦੇ ਦੀ ਜੀ ને નો ની નું ના એ થી માં ભાઈ બેન`),
  // Tamil, Telugu, Kannada, Malayalam, Sinhala
  ...list(`வின் வுக்கு வை வால் விடம் வுடன் வில் யின் க்கு யை யால் யிடம் யுடன் யில் இன் உக்கு ஐ ின் ுக்கு ை ால் ிடம் ுடன் ில் ும்
    కు ని తో లో గారు గారి యొక్క నుండి వల్ల ಗೆ ನ ವಿನ ಅನ್ನು ನನ್ನು ನಿಂದ ಅವರು ಯ ಯನ್ನು ിന്റെ യുടെ യ്ക്ക് ന് നോട് യോട് െ ും യും ഗേ ට ගේ ව ගෙන් ත්`),
  // Georgian, Armenian, Ethiopic, Arabic, Hebrew, Persian
  ...list(`ს მა მ ის ით ად ო თან ზე ში სთან სთვის სგან ც ի ին ը ն ից ով ում յի յին ան ም ና ዋ ዎ ን ا ها هاي را`),
]
const ATTACHED_ENDINGS = new Set(ATTACHED)
/** Georgian names end in -i alone, and lose it before an ending. */
const GEORGIAN_I = 'ი'

/** Arabic words that are joined with the next one: and, in, to, from, the. */
const ARABIC_PREFIX = /^[وف]?(?:لل|[بك]?ال|[بلك])?/
const HEBREW_PREFIX = /^(?:ו)?(?:כש|מש|ש)?(?:[בלמכה])?/
const ETHIOPIC_PREFIX = /^(?:እነ|እንደ|ስለ|[የለበከ])/

/** Maximum length of an ending. */
const MAX_ENDING = 7
/** A name in a word: `from` and `to` are indexes of its letters. The rest of the word is not replaced. */
export type Inflected = { readonly base: string; readonly from: number; readonly to: number }

/**
 * Yields the names of which a word may be a form, not including the word itself. `isDeclined` allows the endings of all languages.
 */
export function* formsOf(letters: string, { isDeclined }: { isDeclined: boolean }): Generator<Inflected> {
  const rules = /\p{sc=Cyrl}/u.test(letters) ? CYRILLIC : /\p{sc=Grek}/u.test(letters) ? GREEK : null
  if (rules) return yield* declined(letters, rules)
  if (/\p{sc=Latn}/u.test(letters)) {
    for (const each of declined(letters, POSSESSIVE)) yield { ...each, to: each.base.length }
    if (isDeclined) yield* declined(letters, DECLINED)
    return
  }
  yield* attached(letters)
}

function* declined(letters: string, rules: Rules): Generator<Inflected> {
  for (let size = 1; size <= Math.min(MAX_ENDING, letters.length - 1); size++) {
    const stem = letters.slice(0, -size)
    for (const { base, after } of rules.get(letters.slice(-size)) ?? [])
      if (isAfter(stem.at(-1) ?? '', after)) {
        yield { base: stem + base, from: 0, to: letters.length }
        // Finnish writes one consonant for two: Matti, Matin.
        if (rules === DECLINED && /[kpt][aeiou]$/.test(stem))
          yield { base: stem.replace(/(.)(.)$/, '$1$1$2'), from: 0, to: letters.length }
      }
  }
  // Hungarian doubles the last consonant: Brandttal, Kováccsal.
  const [, start, doubled = '', end = ''] = rules === DECLINED ? (/^(.*)(.)\2([szy]?)[ae]l$/u.exec(letters) ?? []) : []
  if (start !== undefined) yield { base: start + doubled + end, from: 0, to: letters.length }
}

/** Whether a letter matches `after`. In Hungarian, y is a consonant. */
const isAfter = (letter: string, kind: Rule['after']): boolean =>
  kind === null || letter === 'y' || VOWELS.includes(letter) === (kind === 'vowel')

/** Forms in scripts without capitals: strips joined prefixes and endings. */
function* attached(letters: string): Generator<Inflected> {
  const starts = prefixesOf(letters)
  for (const from of starts) {
    if (from > 0) yield { base: letters.slice(from), from, to: letters.length }
    yield* withoutEndings(letters, from)
  }
}

function* withoutEndings(letters: string, from: number): Generator<Inflected> {
  const ends = [letters.length]
  for (const end of ends) {
    for (let size = 1; size <= MAX_ENDING && end - size - from >= 2; size++) {
      const to = end - size
      if (!ATTACHED_ENDINGS.has(letters.slice(to, end)) || ends.includes(to)) continue
      const base = letters.slice(from, to)
      yield { base, from, to }
      if (/\p{sc=Geor}$/u.test(base)) yield { base: base + GEORGIAN_I, from, to }
      if (/[\u0b80-\u0d7f]$/.test(base)) yield* withVirama(base, from, to)
      // Korean particles can be combined.
      if (ends.length < 4) ends.push(to)
    }
  }
}

/** A name that ends in a consonant loses the sign for that before a vowel: குமார், குமாரின். */
function* withVirama(base: string, from: number, to: number): Generator<Inflected> {
  const block = (base.codePointAt(base.length - 1) ?? 0) & ~0x7f
  yield { base: base + String.fromCodePoint(block + 0x4d), from, to }
}

function prefixesOf(letters: string): number[] {
  const pattern = /^\p{sc=Arab}/u.test(letters)
    ? ARABIC_PREFIX
    : /^\p{sc=Hebr}/u.test(letters)
      ? HEBREW_PREFIX
      : /^\p{sc=Ethi}/u.test(letters)
        ? ETHIOPIC_PREFIX
        : null
  const longest = (pattern && pattern.exec(letters)?.[0].length) ?? 0
  // The name itself may begin with these letters.
  return Array.from({ length: longest + 1 }, (_, length) => length).filter((from) => from === 0 || letters.length - from >= 3)
}

const UNDECLINED_WORDS =
  wordSet(`the and of is that with for was are have this you we they not but der die das und ist nicht ich wir sie ein eine mit auf
  den dem zu auch les des une est dans que pour pas nous vous el los las una por con para como pero il che di non per sono della con gli uma
  não com os em het een van niet och att det som inte på og ikke cô không là và của dan yang tidak very any`)
const DECLINED_WORDS =
  wordSet(`nie się jest na że w i z to jak był ale przez dla od się ja ne že jsem jsme bylo aby pro který sú som ktorý je su nije sam smo i
  az egy és hogy nem volt meg csak vagy ez on ei se että ja oli mutta joka hän minä eivät kun ning ei oli see kes ta bir ve bu için değil çok da
  ile gibi ama ki yra ir kad bet buvo un ir ka nav bija și nu este care din la pentru dhe në nuk për është të`)

/** Returns evidence that words are of a language that declines names: positive for, negative against it. */
export function declensionScore(words: readonly Token[], fold: (text: string) => string): number {
  let score = 0
  for (const { text, kind } of words) {
    if (kind !== 'word' || text.length > 8) continue
    const letters = fold(text)
    if (DECLINED_WORDS.has(letters)) score++
    if (UNDECLINED_WORDS.has(letters)) score--
  }
  return score
}
