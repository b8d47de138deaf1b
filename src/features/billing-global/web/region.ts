import { currencyOfRegion } from '../rules.ts'

/** Languages of countries that pay in euros, where the language has no region. */
const EURO_LANGUAGES = new Set(['de', 'fr', 'es', 'it', 'nl', 'pt', 'fi', 'el', 'et', 'lv', 'lt', 'sk', 'sl', 'mt', 'ga', 'hr'])

/** Countries that pay in euros, and neighbours that are shown euros (A§9). */
const EURO_COUNTRIES = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MC MT NL NO PL PT RO SE SI SK SM VA CH'.split(' '),
)

const COUNTRY_REGIONS: Readonly<Record<string, string>> = { GB: 'UK', UK: 'UK', JP: 'JP', HK: 'HK', TW: 'TW', US: 'US' }
const LANGUAGE_REGIONS: Readonly<Record<string, string>> = { ja: 'JP' }

const REGIONS = ['US', 'EU', 'UK', 'JP', 'HK', 'TW']

/** Returns the region whose prices are in a currency, such as `EUR`. */
export const regionOfCurrency = (currency: string): string | undefined =>
  REGIONS.find((region) => currencyOfRegion(region) === currency.toLowerCase())

/** Returns the region whose currency is shown for the language of a browser, such as `de-AT` (A§9). */
export function regionOfLanguage(language: string): string {
  const [name = '', ...parts] = language.split(/[-_]/)
  const country = parts.find((part) => /^[A-Za-z]{2}$/.test(part))?.toUpperCase()
  if (country !== undefined) return COUNTRY_REGIONS[country] ?? (EURO_COUNTRIES.has(country) ? 'EU' : 'US')
  if (name === 'zh' && parts.some((part) => part.toLowerCase() === 'hant')) return 'TW'
  return LANGUAGE_REGIONS[name] ?? (EURO_LANGUAGES.has(name) ? 'EU' : 'US')
}
