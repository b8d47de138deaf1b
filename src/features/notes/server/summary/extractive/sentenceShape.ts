import { PHRASE_BREAK } from './lexicon.ts'

type Shape = {
  /** Matches a sentence with a verb. Missing where verbs cannot be recognised by their form. */
  readonly verb?: RegExp
  /** Matches the beginning of a sentence that depends on the previous one. */
  readonly dependent?: RegExp
}

const words = (list: string, flags = 'iu') =>
  new RegExp(`(?<![\\p{L}\\p{M}\\p{N}'-])(?:${list.replaceAll(/\s+/g, '')})(?![\\p{L}\\p{M}\\p{N}-])`, flags)
const beginning = (list: string) => new RegExp(`^(?:${list.replaceAll(/\s*\n\s*/g, '')})(?![\\p{L}\\p{M}\\p{N}])`, 'iu')

/** By language (ISO 639-1). Common verbs by name, the others by their endings. */
const SHAPES: Readonly<Record<string, Shape>> = {
  en: {
    verb: words(
      `am|is|are|was|were|be|been|has|have|had|do|does|did|can|could|will|would|shall|should|may|might|must|cannot|\\p{L}+n't|\\p{L}+'(?:s|re|ve|ll|m|d)|
      go|goes|went|gone|get|gets|got|make|makes|made|take|takes|took|come|comes|came|see|sees|saw|know|knows|knew|think|thinks|thought|say|says|said|
      give|gives|gave|find|finds|found|tell|tells|told|become|becomes|became|leave|leaves|left|feel|feels|felt|put|puts|bring|brings|brought|begin|
      begins|began|keep|keeps|kept|hold|holds|held|write|writes|wrote|stand|stands|stood|hear|hears|heard|let|lets|mean|means|meant|set|sets|meet|
      meets|met|run|runs|ran|pay|pays|paid|sit|sits|sat|speak|speaks|spoke|lie|lies|lead|leads|led|read|reads|grow|grows|grew|lose|loses|lost|fall|
      falls|fell|send|sends|sent|build|builds|built|cut|cuts|need|needs|want|wants|try|tries|use|uses|work|works|show|shows|seem|seems|help|helps|
      look|looks|like|likes|start|starts|open|opens|close|closes|cost|costs|spend|spends|spent|buy|buys|bought|sell|sells|sold|win|wins|won|
      happen|happens|change|changes|move|moves|stay|stays|stop|stops|eat|eats|drive|drives|wear|wears|choose|chooses|chose|teach|teaches|taught|
      learn|learns|live|lives|believe|believes|rise|rises|rose|break|breaks|broke|depend|depends|allow|allows|include|includes|remain|remains|
      carry|carries|reach|reaches|check|checks|ask|asks|call|calls|wait|waits|follow|follows|require|requires|\\p{L}{2,}ed`,
    ),
    dependent: beginning(
      `which|because|whereas|than|or|nor|that's why|'?cause|such as|like|instead|either|neither|same here|as well`,
    ),
  },
  de: {
    verb: words(
      `bin|bist|ist|sind|seid|war|waren|habe?|hast|hat|haben|hatten?|werden?|wird|wurden?|würden?|kann|können|konnten?|könnten?|muss|müssen|mussten?|
      soll|sollen|sollten?|will|wollen|wollten?|darf|dürfen|mag|möchten?|lassen|lässt|geht|gehen|ging|gibt|gab|kommt|kam|macht|sagt|steht|liegt|bleibt|
      \\p{Ll}{2,}(?:t|te|ten|en|est)`,
      'u',
    ),
    dependent: beginning(`weil|denn|sondern|sodass|wobei|oder|als auch|zum beispiel|beziehungsweise|genauso`),
  },
  fr: {
    verb: words(
      `suis|es|est|sommes|êtes|sont|était|étaient|sera|seront|serait|ai|as|a|avons|avez|ont|avait|aura|c'est|c'était|va|vais|vont|allons|fait|font|peut|
      peux|peuvent|doit|dois|doivent|faut|veut|veulent|dit|voit|prend|vient|met|n'\\p{L}+|j'ai|\\p{L}{2,}(?:e|es|ons|ez|ent|ait|aient|era|eront|é|ée|és|ées|it|ut|er|ir)`,
    ),
    dependent: beginning(`parce que|car|dont|ou|ni|puisque|tandis que|c'est pourquoi|par exemple`),
  },
  es: {
    verb: words(
      `soy|eres|es|somos|son|era|eran|fue|fueron|será|está|están|estaba|he|ha|han|hemos|había|hay|voy|va|vamos|van|tengo|tiene|tienen|puede|pueden|debe|
      deben|hace|hacen|hizo|dice|dijo|quiere|\\p{L}{2,}(?:a|e|o|an|en|ó|é|aron|ieron|aba|aban|ía|ían|amos|emos|imos|ará|erá|ado|ido)`,
    ),
    dependent: beginning(`porque|sino|o sea|ni|aunque|por ejemplo|así que`),
  },
  it: {
    verb: words(
      `sono|sei|è|siamo|siete|era|erano|sarà|ho|hai|ha|abbiamo|avete|hanno|aveva|c'è|ci sono|va|vanno|fa|fanno|può|possono|deve|devono|vuole|viene|
      \\p{L}{2,}(?:a|e|o|i|ano|ono|ò|é|ì|arono|irono|ava|iva|iamo|ate|ete|ato|ito|uto)`,
    ),
    dependent: beginning(`perché|oppure|né|poiché|per esempio|ad esempio|quindi`),
  },
  pt: {
    verb: words(
      `sou|és|é|somos|são|era|eram|foi|foram|será|está|estão|estava|tenho|tem|têm|temos|tinha|há|vou|vai|vamos|vão|pode|podem|deve|devem|faz|fez|diz|disse|
      \\p{L}{2,}(?:a|e|o|am|em|ou|eu|iu|aram|eram|iram|ava|avam|ia|iam|amos|emos|imos|ará|erá|ado|ido)`,
    ),
    dependent: beginning(`porque|ou seja|nem|embora|por exemplo|portanto|por isso`),
  },
  ja: { verb: /(?:です|ます|ました|ません|でしょう|だ|た|る|う|く|す|つ|む|ぶ|い|ない|ください|ましょう|ね|よ)[。！!.]*$/u },
  ko: { verb: /(?:다|요|까|죠|네|자|군|니다|어|아|지|래)[.!]*$/u },
}

const ENDED = /(?<![.…])[.!?。！？]["'”’»)」』]*$/u

/** Returns true when the text ends like a sentence and does not trail off. */
export const hasEnd = (text: string): boolean => ENDED.test(text.trimEnd())

/** Returns true when the text begins like a sentence: not in lower case. */
export const hasBeginning = (text: string): boolean => !/^\P{L}*\p{Ll}/u.test(text)

/** Returns true when the sentence has a verb, or when verbs of its language cannot be recognised. */
export const hasVerb = (text: string, language: string): boolean =>
  SHAPES[language]?.verb?.test(text.replaceAll('’', "'")) ?? true

/** Returns true when the sentence is understandable without the previous one. */
export const isIndependent = (text: string, language: string): boolean =>
  !(SHAPES[language]?.dependent?.test(text.replaceAll('’', "'")) ?? false)

/** Pronouns and other references to earlier text. A sentence that begins with one is less informative by itself. */
const REFERRING: Readonly<Record<string, RegExp>> = {
  en: beginning(`it|that|this|these|those|he|she|they|there|him|her|them|it's|that's|he's|she's|they're|there's`),
  de: beginning(`das|dies|dieser|diese|dieses|er|sie|es|da|dort|dann|deshalb|davon|damit`),
  fr: beginning(`ça|cela|ceci|il|elle|ils|elles|c'est|c'était|là|y`),
  es: beginning(`eso|esto|él|ella|ellos|ellas|ahí|allí`),
  it: beginning(`questo|quello|lui|lei|loro|ciò|lì|là`),
  pt: beginning(`isso|isto|aquilo|ele|ela|eles|elas|ali|lá`),
  ja: /^(?:それ|これ|あれ|そこ|その|この|あの)/u,
  ko: /^(?:그것|이것|그거|이거|거기|그래서|그러면)/u,
  zh: /^(?:这|那|它|他|她|這|牠)/u,
}

export const isReferring = (text: string, language: string): boolean =>
  REFERRING[language]?.test(text.replaceAll('’', "'")) ?? false

/** Returns the ratio of distinct words to all words. Stammering repeats words. */
export function variety(tokens: readonly string[]): number {
  const spoken = tokens.filter((token) => token !== PHRASE_BREAK).map((token) => token.toLowerCase())
  return spoken.length === 0 ? 1 : new Set(spoken).size / spoken.length
}
