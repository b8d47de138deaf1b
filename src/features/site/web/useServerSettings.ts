import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { client } from '#shared/client.ts'
import { APP_VERSION } from '#browser/page/appVersion.ts'
import { useLocale } from '#browser/i18n/useTranslations.ts'
import { send } from '#browser/http/send.ts'
import { siteContract } from '../contract.ts'

export const siteClient = client('site', siteContract, send)

/**
 * Returns the public settings of the server, or undefined while they are loading. They are loaded once per visit. The help centre
 * is the one for the language of the page (A§2).
 */
export function useServerSettings() {
  const data = useInitQuery().data?.data
  const locale = useLocale()
  return useMemo(() => data && { ...data, help: data.help_by_locale[locale] ?? data.help }, [data, locale])
}

/** What the operator offers: `isSelling` devices and plans, and programs to install. Both false while the settings are loading. */
export function useOffers(): { isSelling: boolean; hasPrograms: boolean } {
  const settings = useServerSettings()
  return {
    isSelling: settings !== undefined && settings.main_site !== null,
    hasPrograms: settings !== undefined && Object.values(settings.downloads).some((link) => link !== null),
  }
}

/** Like `useServerSettings`, with the error state, for pages that show a failure to load the settings. */
export function useServerSettingsOrError() {
  const { data, error, refetch, isFetching } = useInitQuery()
  return { serverSettings: data?.data, error, retry: () => void refetch(), retrying: isFetching }
}

function useInitQuery() {
  return useQuery({
    queryKey: siteClient.init.key({ query: {} }),
    queryFn: ({ signal }) => siteClient.init({ query: { platform: 'web', version: APP_VERSION } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
