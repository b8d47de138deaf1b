import { foldText, foldedWords } from '#shared/normalizeText.ts'
import type { PaletteChoice } from '#ui/feature/PaletteAction.ts'

/** The properties of a choice that the search uses. */
export type Searchable = Pick<PaletteChoice, 'id' | 'name' | 'also' | 'isRare'>

export type GroupKind = 'recent' | 'go' | 'do' | 'files'
export type Group<Choice> = { kind: GroupKind; items: readonly Choice[] }

/** Maximum number of recordings shown. */
export const MAX_FILES = 20

/**
 * Returns the choices for a query: those that contain all of its words, and first those whose name starts with it. For an empty
 * query: the recent choices, then all others that are not rare, without duplicates. `files` are already filtered, newest first.
 */
export function findChoices<Choice extends Searchable>(
  {
    destinations,
    actions,
    files,
    recent,
  }: { destinations: readonly Choice[]; actions: readonly Choice[]; files: readonly Choice[]; recent: readonly Choice[] },
  query: string,
): Group<Choice>[] {
  const queryWords = foldedWords(query)
  const recentIds = new Set(recent.map(({ id }) => id))
  const groups: Group<Choice>[] =
    queryWords.length === 0
      ? [
          { kind: 'recent', items: recent },
          { kind: 'go', items: destinations.filter(({ id, isRare }) => !isRare && !recentIds.has(id)) },
          { kind: 'do', items: actions.filter(({ id, isRare }) => !isRare && !recentIds.has(id)) },
        ]
      : [
          ...sortByBestRank([findMatches('go', destinations, queryWords), findMatches('do', actions, queryWords)]),
          { kind: 'files', items: files.slice(0, MAX_FILES) },
        ]
  return groups.filter(({ items }) => items.length > 0)
}

type RankedGroup<Choice> = Group<Choice> & { bestRank: number }

/** Puts the group with the better match first, since Enter chooses the first result. */
const sortByBestRank = <Choice>(groups: readonly RankedGroup<Choice>[]): Group<Choice>[] =>
  groups.toSorted((a, b) => a.bestRank - b.bestRank).map(({ kind, items }) => ({ kind, items }))

function findMatches<Choice extends Searchable>(
  kind: GroupKind,
  choices: readonly Choice[],
  queryWords: readonly string[],
): RankedGroup<Choice> {
  const query = queryWords.join(' ')
  const ranked = choices.flatMap((choice) => {
    const name = foldText(choice.name)
    const text = `${name} ${foldText(choice.also ?? '')}`
    if (!queryWords.every((word) => text.includes(word))) return []
    return [{ choice, rank: name.startsWith(query) ? 0 : ` ${text}`.includes(` ${query}`) ? 1 : 2 }]
  })
  ranked.sort((a, b) => a.rank - b.rank)
  return { kind, items: ranked.map(({ choice }) => choice), bestRank: ranked[0]?.rank ?? 3 }
}
