import i18next from 'i18next'
import type { FlatNamespace } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { later, loaders } from 'virtual:messages'
import { chooseLocale, FALLBACK_LOCALE, langInHash, languageTag, localeOfTag } from '#shared/locales.ts'
import type { Locale } from '#shared/locales.ts'
import { bidiIsolate } from './bidiIsolate.ts'
import { NO_EXPIRATION, STORAGE_KEYS, getString, setItem } from '../storage/storage.ts'

type Messages = Record<string, Record<string, string>>
export type MessageLoaders = Record<Locale, () => Promise<{ default: Messages }>>
export type NamespaceLoaders = Record<string, MessageLoaders>

/** Chooses the language in the order of A§4, loads its messages and initializes i18next. Resolves to the chosen language. */
export function initI18n(load: MessageLoaders = loaders): Promise<Locale> {
  const locale = chooseAndLoad(load)
  initialized = locale
  return locale
}

/** Resolves when the language is chosen. */
let initialized: Promise<unknown> = Promise.resolve()

async function chooseAndLoad(load: MessageLoaders): Promise<Locale> {
  langOfAddress = langInHash(location.hash)
  const locale = chooseLocale({
    session: getString(STORAGE_KEYS.sessionLanguage, { area: 'session' }),
    preference: getString(STORAGE_KEYS.language),
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
    interpolation: { escapeValue: true, escape: bidiIsolate },
    react: { useSuspense: false, bindI18nStore: 'added' },
    saveMissing: true,
    missingKeyHandler: (_, namespace, key) => console.error(`there are no words for ${namespace}:${key}`),
  })
  await loadMessages(locale, load)
  setDocumentLanguage(locale)
  return locale
}

/**
 * Whether this browser has stored a language, or the URL of the page contained one. Otherwise the language of the account takes
 * precedence over that of the browser (A§4).
 */
export const hasChosenLanguage = (): boolean =>
  [getString(STORAGE_KEYS.sessionLanguage, { area: 'session' }), getString(STORAGE_KEYS.language), langOfAddress].some(Boolean)

/** The language in the URL with which the page was opened; navigation drops it. */
let langOfAddress: string | undefined

/** Changes the language without a reload and stores the choice for this tab and for the next visit (A§9). */
export async function switchLocale(
  locale: Locale,
  messageLoaders: MessageLoaders = loaders,
  namespaceLoaders: NamespaceLoaders = later,
): Promise<void> {
  requestedLocale = locale
  setItem(STORAGE_KEYS.language, locale, { lifetime: NO_EXPIRATION })
  setItem(STORAGE_KEYS.sessionLanguage, locale, { area: 'session', lifetime: NO_EXPIRATION })
  await loadMessages(locale, messageLoaders)
  for (const namespace of requestedNamespaces)
    await loadMessages(locale, namespaceLoaders[namespace] ?? messageLoaders, namespace)
  // Another language was chosen while these messages were loading.
  if (requestedLocale !== locale) return
  try {
    await i18next.changeLanguage(languageTag(locale))
    setDocumentLanguage(locale)
  } catch (error) {
    console.error(`the language could not be switched to ${locale}`, error)
  }
}

/** Loads the messages of a namespace in the current language and in every language chosen later. */
export async function loadNamespace(namespace: string, namespaceLoaders: NamespaceLoaders = later): Promise<void> {
  const messageLoaders = namespaceLoaders[namespace]
  if (!messageLoaders) return
  requestedNamespaces.add(namespace)
  await initialized
  await loadMessages(localeOfTag(i18next.language), messageLoaders, namespace)
}

/** The language requested last by `switchLocale`. */
let requestedLocale: Locale | undefined
const requestedNamespaces = new Set<string>()

/** Adds the messages of a language once. When they cannot be loaded, logs the error and loads English instead (A§8). */
async function loadMessages(locale: Locale, messageLoaders: MessageLoaders, namespace = 'ui'): Promise<void> {
  if (i18next.hasResourceBundle(languageTag(locale), namespace)) return
  try {
    const { default: messages } = await messageLoaders[locale]()
    for (const [namespace, resources] of Object.entries(messages))
      i18next.addResourceBundle(languageTag(locale), namespace, resources)
  } catch (error) {
    console.error(`the words of ${locale} could not be loaded`, error)
    if (locale !== FALLBACK_LOCALE) await loadMessages(FALLBACK_LOCALE, messageLoaders, namespace)
  }
}

function setDocumentLanguage(locale: Locale): void {
  document.documentElement.lang = languageTag(locale)
}

/**
 * Loads code together with its messages, so that it never shows message keys:
 * `lazyComponent(withNamespace('recorder', async () => (await import('./X.tsx')).X))`. The build leaves these namespaces out of the
 * messages of the first page, so every part that shows them is loaded with this function.
 */
export const withNamespace =
  <Loaded>(namespaces: FlatNamespace | readonly FlatNamespace[], load: () => Promise<Loaded>) =>
  async (): Promise<Loaded> => {
    const [loaded] = await Promise.all([load(), ...[namespaces].flat().map((namespace) => loadNamespace(namespace))])
    return loaded
  }
