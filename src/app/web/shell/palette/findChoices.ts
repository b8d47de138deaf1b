import { foldText, wordsOf } from '#kit/foldText.ts'

/** What the palette needs to know of a choice to find it. */
export type Findable = {
  /** Names it in what this browser remembers. */
  id: string
  name: string
  /** Other words it is found by. */
  also?: string | undefined
  /** Shown only when looked for: one of very many, or seldom wanted. */
  isRare?: boolean | undefined
}

export type Kind = 'recent' | 'go' | 'do' | 'files'
export type Group<Choice> = { kind: Kind; items: readonly Choice[] }

/** So many recordings are shown at most. */
export const MOST_FILES = 20

/**
 * What is shown for a query: choices that have every word of it, those whose name begins with it first. Without a query: what
 * was chosen last, then everything but what is rare; no choice stands twice. `files` are found by their feature, newest first.
 */
export function findChoices<Choice extends Findable>(
  {
    go,
    does,
    files,
    recent,
  }: { go: readonly Choice[]; does: readonly Choice[]; files: readonly Choice[]; recent: readonly Choice[] },
  query: string,
): Group<Choice>[] {
  const words = wordsOf(query)
  const used = new Set(recent.map(({ id }) => id))
  const groups: Group<Choice>[] =
    words.length === 0
      ? [
          { kind: 'recent', items: recent },
          { kind: 'go', items: go.filter(({ id, isRare }) => !isRare && !used.has(id)) },
          { kind: 'do', items: does.filter(({ id, isRare }) => !isRare && !used.has(id)) },
        ]
      : [
          ...bestFirst([matching('go', go, words), matching('do', does, words)]),
          { kind: 'files', items: files.slice(0, MOST_FILES) },
        ]
  return groups.filter(({ items }) => items.length > 0)
}

type Matches<Choice> = Group<Choice> & { best: number }

/** The group that has the better match stands above; Enter takes the first of all. */
const bestFirst = <Choice>(groups: readonly Matches<Choice>[]): Group<Choice>[] =>
  groups.toSorted((a, b) => a.best - b.best).map(({ kind, items }) => ({ kind, items }))

function matching<Choice extends Findable>(kind: Kind, choices: readonly Choice[], words: readonly string[]): Matches<Choice> {
  const query = words.join(' ')
  const ranked = choices.flatMap((choice) => {
    const name = foldText(choice.name)
    const text = `${name} ${foldText(choice.also ?? '')}`
    if (!words.every((word) => text.includes(word))) return []
    return [{ choice, rank: name.startsWith(query) ? 0 : ` ${text}`.includes(` ${query}`) ? 1 : 2 }]
  })
  ranked.sort((a, b) => a.rank - b.rank)
  return { kind, items: ranked.map(({ choice }) => choice), best: ranked[0]?.rank ?? 3 }
}
