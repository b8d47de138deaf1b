import { COUNTRIES } from '#shared/countries.ts'

/**
 * Returns the country that an Accept-Language header suggests: Austria for `de-AT`, Germany for `de` as its most likely region.
 * Returns an empty string when there is none.
 */
export function countryOfLanguage(acceptLanguage: string): string {
  for (const tag of languagesByPreference(acceptLanguage)) {
    const region = likelyRegion(tag)
    if (region && COUNTRIES.has(region)) return region
  }
  return ''
}

function languagesByPreference(acceptLanguage: string): string[] {
  const entries = acceptLanguage.split(',').map((entry) => {
    const [tag = '', ...parameters] = entry.split(';').map((part) => part.trim())
    const weight = parameters.find((part) => part.startsWith('q='))
    return { tag, weight: weight === undefined ? 1 : Number(weight.slice(2)) }
  })
  return entries
    .filter(({ tag, weight }) => tag !== '' && tag !== '*' && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}

function likelyRegion(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).maximize().region
  } catch {
    return undefined // not a language tag
  }
}
