import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { later, loaders } from 'virtual:messages'
import { chooseLocale } from '#ui/chooseLocale.ts'
import { isolate } from '#ui/isolate.ts'
import { FALLBACK_LOCALE, languageTag, localeOfTag } from '#ui/locales.ts'
import type { Locale } from '#ui/locales.ts'
import { NoExpiration, STORED, recallText, store } from '#ui/storage.ts'

type Messages = Record<string, Record<string, string>>
export type Loaders = Record<Locale, () => Promise<{ default: Messages }>>
export type LaterLoaders = Record<string, Loaders>

/** Chooses the language in the order of A§4, loads its messages and initializes i18next. Resolves to the chosen language. */
export async function startWords(load: Loaders = loaders): Promise<Locale> {
  const locale = chooseLocale({
    session: recallText(STORED.sessionLanguage, { area: 'session' }),
    preference: recallText(STORED.language),
    hash: location.hash,
    browser: navigator.language,
  })
  // Starts first: the chunks of the page, requested at the same time, would delay it.
  void load[locale]().catch(() => {})
  await i18next.use(initReactI18next).init({
    lng: languageTag(locale),
    fallbackLng: languageTag(FALLBACK_LOCALE),
    load: 'currentOnly',
    resources: {},
    ns: [],
    defaultNS: 'ui',
    keySeparator: false,
    nsSeparator: false,
    // HTML is not escaped: React shows every value as text. Values are isolated so that they cannot change the text direction.
    interpolation: { escapeValue: true, escape: isolate },
    react: { useSuspense: false, bindI18nStore: 'added' },
    saveMissing: true,
    missingKeyHandler: (_, namespace, key) => console.error(`there are no words for ${namespace}:${key}`),
  })
  await bring(locale, load)
  speak(locale)
  return locale
}

/** Changes the language without a reload and stores the choice for this tab and for the next visit (A§9). */
export async function switchLocale(locale: Locale, load: Loaders = loaders, laterOf: LaterLoaders = later): Promise<void> {
  chosen = locale
  store(STORED.language, locale, { lifetime: NoExpiration })
  store(STORED.sessionLanguage, locale, { area: 'session', lifetime: NoExpiration })
  await bring(locale, load)
  for (const namespace of wantedLater) await bring(locale, laterOf[namespace] ?? load, namespace)
  // Another language was chosen while these messages were loading.
  if (chosen !== locale) return
  try {
    await i18next.changeLanguage(languageTag(locale))
    speak(locale)
  } catch (error) {
    console.error(`the language could not be switched to ${locale}`, error)
  }
}

/**
 * Loads the messages of a namespace that the first page does not need, in the current language and in every language chosen
 * later. The routes wait for it, so that no page shows message keys.
 */
export async function bringNamespace(namespace: string, laterOf: LaterLoaders = later): Promise<void> {
  const load = laterOf[namespace]
  if (!load) return
  wantedLater.add(namespace)
  await bring(localeOfTag(i18next.language), load, namespace)
}

/** The language requested last by `switchLocale`. */
let chosen: Locale | undefined
const wantedLater = new Set<string>()

/** Adds the messages of a language once. When they cannot be loaded, logs the error and loads English instead (A§8). */
async function bring(locale: Locale, load: Loaders, namespace = 'ui'): Promise<void> {
  if (i18next.hasResourceBundle(languageTag(locale), namespace)) return
  try {
    const { default: messages } = await load[locale]()
    for (const [namespace, words] of Object.entries(messages)) i18next.addResourceBundle(languageTag(locale), namespace, words)
  } catch (error) {
    console.error(`the words of ${locale} could not be loaded`, error)
    if (locale !== FALLBACK_LOCALE) await bring(FALLBACK_LOCALE, load, namespace)
  }
}

function speak(locale: Locale): void {
  document.documentElement.lang = languageTag(locale)
}
