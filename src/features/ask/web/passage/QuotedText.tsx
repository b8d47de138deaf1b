import { MarkedText } from '#ui/search/MarkedText.tsx'

/** A text with the quoted words marked. A transcript that was changed since may not have them any more. */
export function QuotedText({ text, quote }: { text: string; quote: string }) {
  return (
    <MarkedText text={text} marks={findQuote(text, quote)} className="-mx-0.5 rounded-xs bg-accent-soft px-0.5 text-inherit" />
  )
}

/** Returns where the quote is in the text. Letters and digits are compared: quotes have other spaces and lack fillers at times. */
export function findQuote(text: string, quote: string): [number, number][] {
  const exact = text.indexOf(quote)
  if (exact >= 0) return [[exact, exact + quote.length]]
  const places: number[] = []
  let letters = ''
  for (const [index, character] of [...text].map((each, n, all) => [all.slice(0, n).join('').length, each] as const)) {
    if (!/[\p{L}\p{N}]/u.test(character)) continue
    letters += character.toLowerCase()
    places.push(...Array.from(character.toLowerCase(), () => index))
  }
  const wanted = quote.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  const start = wanted === '' ? -1 : letters.indexOf(wanted)
  const first = places[Array.from(letters.slice(0, Math.max(0, start))).length]
  const last = places[Array.from(letters.slice(0, start + wanted.length)).length - 1]
  return start < 0 || first === undefined || last === undefined ? [] : [[first, last + 1]]
}
