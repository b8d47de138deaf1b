import { COUNTRIES } from '#kit/countries.ts'

/**
 * Returns the country that an Accept-Language header suggests: Austria for `de-AT`, Germany for `de` as its most likely region.
 * Returns an empty string when there is none.
 */
export function countryOfLanguage(acceptLanguage: string): string {
  for (const tag of byPreference(acceptLanguage)) {
    const region = regionOf(tag)
    if (region && COUNTRIES.has(region)) return region
  }
  return ''
}

function byPreference(acceptLanguage: string): string[] {
  const wanted = acceptLanguage.split(',').map((one) => {
    const [tag = '', ...rest] = one.split(';').map((part) => part.trim())
    const weight = rest.find((part) => part.startsWith('q='))
    return { tag, weight: weight === undefined ? 1 : Number(weight.slice(2)) }
  })
  return wanted
    .filter(({ tag, weight }) => tag !== '' && tag !== '*' && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}

function regionOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).maximize().region
  } catch {
    return undefined // not a language tag
  }
}
