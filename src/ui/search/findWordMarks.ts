import { foldText, foldedWords } from '#shared/normalizeText.ts'

/** Returns where the words of a query are in a text that is shown: [from, to] in UTF-16 units, in order, not overlapping. */
export function findWordMarks(text: string, query: string): [number, number][] {
  // Folding changes lengths, so each character is folded by itself, and `origins` says where each unit came from.
  let [folded, at] = ['', 0]
  const origins: number[] = []
  for (const character of text) {
    const units = foldText(character)
    folded += units
    for (let n = 0; n < units.length; n++) origins.push(at)
    at += character.length
  }
  const found = foldedWords(query).flatMap((word) =>
    allIndexesOf(folded, word).map((from) => [from, from + word.length] as const),
  )
  const marks: [number, number][] = []
  for (const [from, to] of found.sort((a, b) => a[0] - b[0])) {
    const [start, end] = [origins[from] ?? at, origins[to] ?? at]
    const last = marks.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else marks.push([start, end])
  }
  return marks
}

function allIndexesOf(text: string, word: string): number[] {
  const indexes: number[] = []
  for (let from = text.indexOf(word); from >= 0; from = text.indexOf(word, from + word.length)) indexes.push(from)
  return indexes
}
