import { findFolded, prepareSearch, searchWords } from '#shared/foldForSearch.ts'
import { mergeRanges } from '#shared/mergeRanges.ts'

/** Returns where the words of a query are in a text that is shown: [from, to] in UTF-16 units, in order, not overlapping. */
export function findWordMarks(text: string, query: string): [number, number][] {
  const searched = prepareSearch(text)
  return mergeRanges(searchWords(query).flatMap((word) => findFolded(searched, word)))
}
