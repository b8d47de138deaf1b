import type { LanguageRules } from './languages/LanguageRules.ts'

/** Whether a statement is negated. `unclear` when it may be. */
type Polarity = 'denies' | 'asserts' | 'unclear'

/** A statement with its content words. */
export type Clause = {
  readonly terms: ReadonlySet<string>
  readonly polarity: Polarity
  readonly isSoft: boolean
  /** Words whose scope a negation limits instead of negating the statement, such as "until" and "all". */
  readonly limits: ReadonlySet<string>
  readonly text: string
}

type ToTerms = (text: string) => ReadonlySet<string>

/** Returns the statements of a text that have content words. */
export function readClauses(text: string, { negation }: Pick<LanguageRules, 'negation'>, toTerms: ToTerms): Clause[] {
  const { words, softer, except, unclear, limits, clauses } = negation
  const limit = new RegExp(limits.source, `g${limits.flags}`)
  const withoutExceptions = text.replace(new RegExp(except.source, `g${except.flags.replace('g', '')}`), (found) =>
    found.replaceAll(/[^,;:.!?]/g, ' '),
  )
  let at = 0
  return withoutExceptions.split(clauses).flatMap((part) => {
    const from = withoutExceptions.indexOf(part, at)
    at = from + part.length
    const source = text.slice(from, at)
    const terms = toTerms(source)
    if (terms.size === 0) return []
    const polarity = unclear.test(part) ? 'unclear' : words.test(part) ? 'denies' : 'asserts'
    return [{ terms, polarity, isSoft: softer.test(part), limits: new Set(part.toLowerCase().match(limit)), text: source }]
  })
}

/** Returns whether the first statement of a text is negated. */
export function deniesSomething(
  text: string,
  { negation: { words, except, clauses } }: Pick<LanguageRules, 'negation'>,
): boolean {
  const [first = ''] = text.replace(except, ' ').split(clauses)
  return words.test(first)
}

/** The statements of a passage, indexed by their words. */
export type ClauseIndex = { readonly clauses: readonly Clause[]; readonly byTerm: ReadonlyMap<string, readonly Clause[]> }

export function indexClauses(clauses: readonly Clause[]): ClauseIndex {
  const byTerm = new Map<string, Clause[]>()
  for (const clause of clauses)
    for (const term of clause.terms) {
      const known = byTerm.get(term)
      if (known) known.push(clause)
      else byTerm.set(term, [clause])
    }
  return { clauses, byTerm }
}

/** Returns the statements that share words with a line, and how many. */
export function countShared(terms: ReadonlySet<string>, said: readonly ClauseIndex[]): ReadonlyMap<Clause, number> {
  const counts = new Map<Clause, number>()
  for (const { byTerm } of said)
    for (const term of terms) for (const clause of byTerm.get(term) ?? []) counts.set(clause, (counts.get(clause) ?? 0) + 1)
  return counts
}

/** Minimum share of common words for two statements to be comparable. */
const SAME = 0.5

/**
 * Returns whether a line negates what was affirmed, or affirms what was negated. Each statement of the line is compared with those
 * that share the most words with it. Words such as "refuse" may express a negation, so they contradict neither side.
 */
export function deniesOtherwise(line: readonly Clause[], said: readonly ClauseIndex[]): boolean {
  const best = line
    .filter((clause) => !isContrast(clause, line))
    .flatMap((clause) => {
      const shared = [...countShared(clause.terms, said)].map(([other, count]) => ({ other, count }))
      const most = shared.reduce((max, { count }) => Math.max(max, count), 0)
      return most === 0 ? [] : [{ clause, most, alike: shared.filter(({ count }) => count >= most * SAME) }]
    })
  return best.some(({ clause, most, alike }) => {
    if (clause.polarity === 'unclear' || most < clause.terms.size * SAME) return false
    const denied = (other: Clause) => other.polarity !== 'asserts' || other.isSoft
    if (clause.polarity === 'denies') return !alike.some(({ other }) => denied(other))
    return !clause.isSoft && alike.every(({ other }) => other.polarity === 'denies' || isLimitedAlike(clause, other))
  })
}

/** "We will not sign before the vote" contradicts "we will sign before the vote", but not "we will sign after the vote". */
const isLimitedAlike = (clause: Clause, { polarity, limits }: Clause): boolean =>
  polarity === 'unclear' && [...clause.limits].some((word) => limits.has(word))

/** Maximum number of words in a contrast: "eleven, not twelve". */
const MAX_CONTRAST = 2

const isContrast = ({ polarity, terms }: Clause, line: readonly Clause[]): boolean =>
  polarity === 'denies' &&
  terms.size <= MAX_CONTRAST &&
  line.some((other) => other.polarity === 'asserts' && other.terms.size >= terms.size)

/** The same for a translation. It shares no words, so only a passage that is negated throughout can be compared. */
export function deniesOtherwiseInTranslation(line: readonly Clause[], said: readonly Clause[]): boolean {
  if (line.length === 0 || said.length === 0) return false
  if (line.some(({ polarity }) => polarity === 'denies'))
    return said.every(({ polarity, isSoft }) => polarity === 'asserts' && !isSoft)
  return (
    line.every(({ polarity, isSoft }) => polarity === 'asserts' && !isSoft) && said.every(({ polarity }) => polarity === 'denies')
  )
}
