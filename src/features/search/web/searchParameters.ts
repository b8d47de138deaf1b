import { anyText, oneOf, searchParams } from '#browser/routing/searchParams.ts'

/** Validates the query of /search: the text, its filters and the order. `address.ts` reads the values. */
export const validateSearchParameters = searchParams({
  q: anyText,
  folder: anyText,
  source: anyText,
  speaker: anyText,
  language: anyText,
  from: anyText,
  to: anyText,
  min: anyText,
  max: anyText,
  sort: oneOf('best', 'newest', 'oldest'),
})

export type SearchParameters = ReturnType<typeof validateSearchParameters>
