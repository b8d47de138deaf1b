import { foldWithOrigins, originOf, searchWords, withoutSigns } from '#shared/foldForSearch.ts'

/** Returns where the words of a query are in a text that is shown: [from, to] in UTF-16 units, in order, not overlapping. */
export function findWordMarks(text: string, query: string): [number, number][] {
  const source = foldWithOrigins(text)
  const { folded } = source
  const plain = withoutSigns(folded)
  const found = searchWords(query).flatMap((word) => {
    const direct = allIndexesOf(folded, word).map((from) => [from, from + word.length] as const)
    return direct.length > 0 ? direct : findWithoutSigns(folded, plain, withoutSigns(word))
  })
  const marks: [number, number][] = []
  for (const [from, to] of found.sort((a, b) => a[0] - b[0])) {
    const [start, end] = originOf(source, from, to)
    const last = marks.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else marks.push([start, end])
  }
  return marks
}

/** Returns where a word is when the signs within words are left out. */
function findWithoutSigns(folded: string, plain: string, word: string): (readonly [number, number])[] {
  const places: number[] = []
  for (let index = 0; index < folded.length; index++) if (folded[index] === plain[places.length]) places.push(index)
  return allIndexesOf(plain, word).map((from) => [places[from] ?? 0, (places[from + word.length - 1] ?? 0) + 1])
}

function allIndexesOf(text: string, word: string): number[] {
  const indexes: number[] = []
  for (let from = text.indexOf(word); from >= 0; from = text.indexOf(word, from + word.length)) indexes.push(from)
  return indexes
}
