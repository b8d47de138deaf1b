import type { Sentence } from './extractSentences.ts'

const anyOf = (words: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.replaceAll(/\s*\n\s*/g, '')})(?![\\p{L}\\p{N}])`, 'iu')

/** Words that announce a decision, by language (ISO 639-1). */
const DECIDED: Readonly<Record<string, RegExp>> = {
  en: anyOf(
    `we(?:'ve| have|'re| are)? (?:all |finally |now |already )?(?:decided|agreed|settled on|chosen|voted|concluded)|(?:we|they|i)'?(?:ve)? decided|let's go with|(?:we'll|we will|we're going to|we are going to|i'll|i will) (?:go with|go for|stick with|keep|drop|use|postpone|cancel)|it(?:'s| is| was) (?:decided|agreed|settled)|(?:the|our) decision (?:is|was)|so (?:it's|that's) (?:settled|decided|a deal)|agreed to|motion (?:is )?(?:carried|passes|passed|approved)|(?:is|was|been) approved|we approve`,
  ),
  de: anyOf(
    `(?:wir|ich) (?:haben|habe) (?:uns )?.{0,60}(?:entschieden|beschlossen|geeinigt|vereinbart|festgelegt)|(?:beschlossen|entschieden|vereinbart|festgelegt|geeinigt|genehmigt)|die entscheidung ist|wir (?:nehmen|bleiben bei|machen das so|verschieben|streichen)|dann machen wir`,
  ),
  es: anyOf(
    `(?:hemos|se ha|he|han) (?:decidido|acordado|aprobado|quedado)|decidimos|acordamos|quedamos en|la decisión es|queda (?:decidido|aprobado)|nos quedamos con|vamos con`,
  ),
  fr: anyOf(
    `(?:on a|nous avons|j'ai|ils ont|a été|est) (?:décidé|convenu|tranché|approuvé|choisi|adopté)|la décision est|on (?:part sur|garde|retient|reste sur)|c'est (?:décidé|acté|validé)|nous sommes d'accord pour`,
  ),
  it: anyOf(
    `(?:abbiamo|si è|ho|hanno|è stato) (?:deciso|concordato|approvato|stabilito|scelto)|la decisione è|decidiamo di|siamo d'accordo (?:di|per|su)|restiamo (?:con|su)|è deciso`,
  ),
  pt: anyOf(
    `(?:decidimos|decidiu-se|ficou (?:decidido|acordado|combinado)|foi (?:decidido|aprovado|acordado)|acordámos|concordámos|combinámos|a decisão é|ficamos com|vamos avançar com|aprovámos|aprovamos)`,
  ),
  ja: /(?:決定し|決めまし|決まりまし|ことにし(?:ます|ました|ましょう)|ことになりました|合意し|承認され|承認しま|で行きましょう|でいきましょう)/u,
  ko: /(?:결정(?:했|하|됐|되었)|정했|합의했|하기로 (?:했|하겠|합|결정)|승인(?:했|됐|되었))/u,
  zh: /(?:决定|決定|定下来|定下來|同意|通过了|通過了|达成一致|達成一致|就这么定|就這麼定|批准了|敲定|确定用|確定用)/u,
}

const UNDECIDED =
  /(?:haven't|hasn't|not|n't|noch nicht|todavía no|pas encore|non ancora|ainda não)\s+(?:yet\s+)?(?:been\s+)?(?:decided|agreed|entschieden|decidido|décidé|deciso)/iu

/** Returns the sentences that announce a decision, in the order of the recording. */
export function findDecisions(sentences: readonly Sentence[], language: string, limit: number): Sentence[] {
  const decided = DECIDED[language]
  if (!decided) return []
  return sentences
    .filter(({ text, length, terms }) => {
      const straight = text.replaceAll('’', "'")
      return (
        length >= 4 &&
        length <= 50 &&
        terms.size >= 1 &&
        !/[?？]/u.test(text) &&
        decided.test(straight) &&
        !UNDECIDED.test(straight)
      )
    })
    .slice(0, limit)
}
