import { useServerFacts } from '#features/site/web.tsx'
import { languageTag } from '#ui/locales.ts'
import { useLocale, useWords } from '#ui/words.ts'
import type { DocumentName } from './documents.ts'

const POLICIES: readonly DocumentName[] = ['privacy', 'user-agreement', 'cookie-policy']

/**
 * Returns the formatted version of a policy, which users agree to (PRIVACY_VERSION): a month, a day, or any text of the operator.
 * Undefined for other documents and until the server has answered.
 */
export function usePolicyVersion(name: DocumentName): string | undefined {
  const t = useWords('pages')
  const locale = useLocale()
  const version = useServerFacts()?.privacy_version
  if (!version || !POLICIES.includes(name)) return undefined
  const [, year, month, day] = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(version) ?? []
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day ?? 1))
  const style: Intl.DateTimeFormatOptions = { year: 'numeric', month: 'long', ...(day && { day: 'numeric' }), timeZone: 'UTC' }
  const date = Number.isNaN(at) ? version : new Intl.DateTimeFormat(languageTag(locale), style).format(at)
  return t('policy_version', { date })
}
