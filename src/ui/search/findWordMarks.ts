import { findFolded, prepareSearch, searchWords } from '#shared/foldForSearch.ts'

/** Returns where the words of a query are in a text that is shown: [from, to] in UTF-16 units, in order, not overlapping. */
export function findWordMarks(text: string, query: string): [number, number][] {
  const searched = prepareSearch(text)
  const marks: [number, number][] = []
  for (const [from, to] of searchWords(query)
    .flatMap((word) => findFolded(searched, word))
    .sort((a, b) => a[0] - b[0])) {
    const last = marks.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else marks.push([from, to])
  }
  return marks
}
