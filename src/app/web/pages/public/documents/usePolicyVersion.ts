import { useServerSettings } from '#features/site/web.tsx'
import { languageTag } from '#browser/i18n/locales.ts'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import type { DocumentName } from './documents.ts'

const POLICIES: readonly DocumentName[] = ['privacy', 'user-agreement', 'cookie-policy']

/**
 * Returns the formatted version of a policy, which users agree to (PRIVACY_VERSION): a month, a day, or any text of the operator.
 * Undefined for other documents and until the server has answered.
 */
export function usePolicyVersion(name: DocumentName): string | undefined {
  const t = useTranslations('pages')
  const locale = useLocale()
  const version = useServerSettings()?.privacy_version
  if (!version || !POLICIES.includes(name)) return undefined
  const [, year, month, day] = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(version) ?? []
  const timestamp = Date.UTC(Number(year), Number(month) - 1, Number(day ?? 1))
  const dateOptions: Intl.DateTimeFormatOptions = {
    year: 'numeric',
    month: 'long',
    ...(day && { day: 'numeric' }),
    timeZone: 'UTC',
  }
  const date = Number.isNaN(timestamp) ? version : new Intl.DateTimeFormat(languageTag(locale), dateOptions).format(timestamp)
  return t('policy_version', { date })
}
