import type { Sentence } from './extractSentences.ts'
import type { TermWeights } from './termWeights.ts'

type QuestionWords = {
  /** Matches the first words of a question, for transcripts without punctuation. */
  readonly opening: RegExp
  /** Matches the end of a statement that only asks for agreement. */
  readonly tag: RegExp
  /** Matches questions about the call itself and figures of speech. */
  readonly phatic?: RegExp
}

const start = (list: string) => new RegExp(`^(?:¿\\s*)?(?:${list.replaceAll(/\s*\n\s*/g, '')})(?![\\p{L}\\p{N}'])`, 'iu')
const end = (list: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${list.replaceAll(/\s*\n\s*/g, '')})\\s*[?？]["'”’»)]*$`, 'iu')

/** By language (ISO 639-1). */
const QUESTION_WORDS: Readonly<Record<string, QuestionWords>> = {
  en: {
    opening: start(
      `what|what's|why|how|how's|when|where|where's|who|who's|whom|whose|which|is (?:it|there|that|this|he|she)|are (?:we|you|they|there)|do (?:we|you|they)|does (?:it|he|she|that|anyone)|did (?:we|you|they|it)|can (?:we|you|i)|could (?:we|you|i)|should (?:we|i)|would (?:you|it)|will (?:we|you|they|it)|have (?:we|you)`,
    ),
    tag: end(
      `right|okay|ok|yeah|yes|no|huh|hm+|eh|correct|you know|you see|see|alright|(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|wo|ca)n't (?:i|you|he|she|it|we|they|that|there)|(?:,|and) (?:is|are|do|does|did|can|will) (?:it|they|you|we|he|she)|or what|or something|or not|or|so`,
    ),
    phatic:
      /\b(?:can you hear me|what can i do for you|how can i help|are there any questions|any (?:other )?questions|anything else|can (?:everyone|everybody|you all) (?:hear|see)|how are you|how's it going|are you there|does that make sense|make sense|know what i mean|you know what|what do you call it|what was i saying|who knows|guess what|why not|what's up|see what i mean|is that (?:right|okay|ok|correct|it)|what (?:is|was) it called)\b/iu,
  },
  de: {
    opening: start(
      `was|warum|wieso|weshalb|wie|wann|wo|wohin|woher|wer|wen|wem|wessen|welche[rnms]?|wie ?viele?|kannst du|könnten? (?:sie|wir|ihr)|können wir|sollen wir|haben (?:wir|sie)|gibt es|ist das|sind wir`,
    ),
    tag: end(`nicht wahr|oder|ne|nicht|gell|stimmt's|richtig|okay|ok|ja|genau|weißt du|weißt|verstehst du|oder so`),
    phatic: /(?:hört (?:ihr|man) mich|hörst du mich|wie geht'?s|alles klar|verstehst du|warum nicht|weißt du was)/iu,
  },
  es: {
    opening: start(`qué|por qué|cómo|cuándo|dónde|adónde|quién|quiénes|cuál|cuáles|cuánto|cuánta|cuántos|cuántas`),
    tag: end(`verdad|no|vale|sí|cierto|ok|okay|eh|sabes|entiendes|o no|o qué`),
    phatic: /(?:me (?:oyes|escuchas|oyen|escuchan)|qué tal|cómo estás?|sabes qué|por qué no|se entiende)/iu,
  },
  fr: {
    opening: start(
      `qu'est-ce|que|quoi|pourquoi|comment|quand|où|qui|quel|quelle|quels|quelles|combien|est-ce|peut-on|pouvez-vous|avez-vous|faut-il`,
    ),
    tag: end(`n'est-ce pas|non|hein|d'accord|ok|okay|oui|voilà|tu vois|vous voyez|tu sais|vous savez|pas vrai|si`),
    phatic: /(?:vous m'entendez|tu m'entends|ça va|comment allez-vous|pourquoi pas|vous voyez ce que)/iu,
  },
  it: {
    opening: start(`che|che cosa|cosa|perché|come|quando|dove|chi|quale|quali|quanto|quanta|quanti|quante`),
    tag: end(`vero|no|giusto|ok|okay|sì|eh|capito|sai|d'accord|va bene|o no|cioè`),
    phatic: /(?:mi senti|mi sentite|come (?:va|stai|state)|perché no|sai cosa)/iu,
  },
  pt: {
    opening: start(`o que|o quê|que|por que|porque é que|porquê|como|quando|onde|quem|qual|quais|quanto|quanta|quantos|quantas`),
    tag: end(`não é|né|certo|não|sim|ok|okay|está bem|tá|pois não|sabes|sabe|entende|percebes|verdade`),
    phatic: /(?:me (?:ouve|ouves|ouvem)|estão a ouvir|tudo bem|como (?:está|estás|vai)|porque não|por que não)/iu,
  },
  ja: {
    opening: /^(?:何|なぜ|どう|いつ|どこ|誰|どの|どれ|どちら|いくら|いくつ).*(?:か|の)[。]?$/u,
    tag: /(?:よね|ですよね|でしょう|だよね|ですね|かな|ね)[?？]$/u,
    phatic: /(?:聞こえます|お元気|いいですか[?？]?$|大丈夫ですか)/u,
  },
  ko: {
    opening: /^(?:무엇|뭐|왜|어떻게|언제|어디|누가|누구|어느|어떤|얼마|몇).*(?:까|나요|가요|죠|요)[.]?$/u,
    tag: /(?:그렇죠|맞죠|그쵸|죠|지요|알겠죠|네|그렇지)\s*[?？]$/u,
    phatic: /(?:들리세요|들리나요|안녕하세요|괜찮으세요|괜찮나요)/u,
  },
  zh: {
    opening: /(?:什么|什麼|为什么|為什麼|怎么|怎麼|谁|誰|哪|几|幾|多少).*(?:呢|吗|嗎)$|(?:吗|嗎)$/u,
    tag: /(?:对吧|對吧|是吧|好吗|好嗎|对不对|對不對|是不是|是吗|是嗎|行吗|好吧|吧)[?？]$/u,
    phatic: /(?:听得到|聽得到|能听见|能聽見|你好吗|你好嗎|为什么不|為什麼不)/u,
  },
}

const MARKED = /[?？]["'”’»)]*$/u
const MIN_WORDS = 3
const MIN_UNMARKED_WORDS = 5

/**
 * Returns the distinct questions in the order of the recording, without statements that end with "right?" and questions about the
 * call itself. Question words at the beginning only count in transcripts without question marks.
 */
export function findQuestions(sentences: readonly Sentence[], language: string, weights: TermWeights, limit: number): Sentence[] {
  const known = QUESTION_WORDS[language]
  const hasMarks = sentences.some(({ text }) => MARKED.test(text))
  const questions = sentences.filter((sentence) => {
    const text = sentence.text.replaceAll('’', "'")
    if (sentence.terms.size === 0 || sentence.length > 45) return false
    if (known && (known.tag.test(text) || known.phatic?.test(text))) return false
    if (MARKED.test(text)) return sentence.length >= MIN_WORDS
    return !hasMarks && sentence.length >= MIN_UNMARKED_WORDS && (known?.opening.test(text) ?? false)
  })
  const seen = new Set<string>()
  return questions
    .filter(({ terms }) => {
      const key = [...terms.keys()].toSorted((a, b) => (a < b ? -1 : 1)).join(' ')
      return !seen.has(key) && seen.add(key)
    })
    .map((sentence, index) => ({ sentence, index, weight: weights.weight(sentence) }))
    .sort((a, b) => b.weight - a.weight || a.index - b.index)
    .slice(0, limit)
    .sort((a, b) => a.index - b.index)
    .map(({ sentence }) => sentence)
}
