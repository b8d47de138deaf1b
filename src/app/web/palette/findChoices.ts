import { containsWords, foldForSearch, searchWords, searchableText } from '#shared/foldForSearch.ts'
import { MATCH_RANKS, matchRank } from '#shared/normalizeText.ts'
import type { PaletteChoice } from '#ui/feature/PaletteAction.ts'

/** The properties of a choice that the search uses. */
export type Searchable = Pick<PaletteChoice, 'id' | 'name' | 'also' | 'isRare'>

export type GroupKind = 'recent' | 'go' | 'do' | 'files' | 'moments' | 'commands' | 'settings'
export type Group<Choice> = { kind: GroupKind; items: readonly Choice[] }

/** Maximum number of recordings. The search page shows all. */
export const MAX_FILES = 6

/** The id prefix of settings panes among all choices. */
const SETTINGS_PREFIX = 'settings:'
const isSetting = ({ id }: { id: string }): boolean => id.startsWith(SETTINGS_PREFIX)

/**
 * Returns the choices for a query: those that contain all of its words, best match first. The group with the best match comes
 * first; recordings come before commands that match equally well. For an empty query: the recent choices, then all commands that are
 * not rare, without duplicates. `files` already match, in their order. After `>` commands and settings only.
 */
export function findChoices<Choice extends Searchable>(
  {
    destinations,
    actions,
    files,
    recent,
  }: { destinations: readonly Choice[]; actions: readonly Choice[]; files: readonly Choice[]; recent: readonly Choice[] },
  input: string,
): Group<Choice>[] {
  const { query, isCommandsOnly } = parsePaletteQuery(input)
  const queryWords = searchWords(query)
  const recentIds = new Set((isCommandsOnly ? [] : recent).map(({ id }) => id))
  const isOther = ({ id, isRare }: Choice) => !isRare && !recentIds.has(id)
  const groups: Group<Choice>[] =
    queryWords.length === 0
      ? [
          { kind: 'recent', items: isCommandsOnly ? [] : recent },
          { kind: 'do', items: actions.filter(isOther) },
          { kind: 'go', items: destinations.filter(isOther) },
        ]
      : sortByBestRank([
          findMatches('files', isCommandsOnly ? [] : files.slice(0, MAX_FILES), queryWords),
          findMatches('commands', [...destinations.filter((choice) => !isSetting(choice)), ...actions], queryWords),
          findMatches('settings', destinations.filter(isSetting), queryWords),
        ])
  return groups.filter(({ items }) => items.length > 0)
}

/** Splits off the leading `>` (commands only) or `?` (question) of a query. */
export function parsePaletteQuery(input: string): { query: string; isCommandsOnly: boolean; isQuestion: boolean } {
  const first = input.trimStart()[0]
  const [isCommandsOnly, isQuestion] = [first === '>', first === '?' || first === '？']
  return { query: isCommandsOnly || isQuestion ? input.trimStart().slice(1) : input, isCommandsOnly, isQuestion }
}

type RankedGroup<Choice> = Group<Choice> & { bestRank: number }

/** Puts the group with the better match first, since Enter chooses the first result. Equal groups keep their order. */
const sortByBestRank = <Choice>(groups: readonly RankedGroup<Choice>[]): Group<Choice>[] =>
  groups.toSorted((a, b) => a.bestRank - b.bestRank).map(({ kind, items }) => ({ kind, items }))

function findMatches<Choice extends Searchable>(
  kind: GroupKind,
  choices: readonly Choice[],
  queryWords: readonly string[],
): RankedGroup<Choice> {
  const ranked = choices.flatMap((choice) => {
    const name = foldForSearch(choice.name)
    const text = searchableText(`${choice.name} ${choice.also ?? ''}`)
    if (!containsWords(text, queryWords)) return []
    // A keyword counts like a word of the name, never like its start.
    const keywordRank = Math.max(MATCH_RANKS.startOfWord, matchRank(text, queryWords))
    return [{ choice, rank: Math.min(matchRank(name, queryWords), keywordRank) }]
  })
  ranked.sort((a, b) => a.rank - b.rank)
  return { kind, items: ranked.map(({ choice }) => choice), bestRank: ranked[0]?.rank ?? Number.POSITIVE_INFINITY }
}
