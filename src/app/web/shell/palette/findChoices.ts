import { foldText, wordsOf } from '#kit/foldText.ts'

/** The properties of a choice that the search uses. */
export type Findable = {
  /** Identifies the choice in the stored recent choices. */
  id: string
  name: string
  /** Additional search keywords. */
  also?: string | undefined
  /** Shown only for a matching query: one of very many choices, or rarely used. */
  isRare?: boolean | undefined
}

export type Kind = 'recent' | 'go' | 'do' | 'files'
export type Group<Choice> = { kind: Kind; items: readonly Choice[] }

/** Maximum number of recordings shown. */
export const MOST_FILES = 20

/**
 * Returns the choices for a query: those that contain all of its words, and first those whose name starts with it. For an empty
 * query: the recent choices, then all others that are not rare, without duplicates. `files` are already filtered, newest first.
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

/** Puts the group with the better match first, since Enter chooses the first result. */
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
