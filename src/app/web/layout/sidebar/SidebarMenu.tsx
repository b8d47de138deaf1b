import { useRouterState } from '@tanstack/react-router'
import { Compass, House, LayoutTemplate, MessageSquareText } from 'lucide-react'
import { paths } from '#shared/paths.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { SidebarRow } from './SidebarRow.tsx'
import { useAppLocation } from '../../routing/appLocation.ts'

/** The fixed menu of the sidebar (B§2). `hasNews` shows a red dot at explore, the page of the integrations. */
export function SidebarMenu({ narrow, hasNews = false }: { narrow: boolean; hasNews?: boolean | undefined }) {
  const t = useTranslations('app')
  const { page, isExploreOpen } = useAppLocation()
  const exploreUrl = useExploreUrl()
  const row = (to: string, label: string, current: boolean) => ({ to, label, current: current && !isExploreOpen, narrow })
  return (
    <ul className="grid gap-0.5">
      <SidebarRow {...row(paths.home(), t('home'), page === 'home')} icon={<House aria-hidden />} />
      <SidebarRow {...row(paths.ask(), t('ask_ai'), page === 'ask')} isGuarded icon={<MessageSquareText aria-hidden />} />
      <SidebarRow
        {...row(paths.templates(), t('templates'), page === 'templates')}
        icon={<LayoutTemplate aria-hidden />}
        badge={t('beta')}
      />
      <SidebarRow
        to={exploreUrl}
        label={t('explore')}
        current={isExploreOpen}
        narrow={narrow}
        icon={<Compass aria-hidden />}
        hasNews={hasNews}
      />
    </ul>
  )
}

/** Returns the current URL with the fragment that opens the explore panel. Closing the panel leads back to the current page. */
function useExploreUrl(): string {
  const fragment = new URL(paths.explore(), 'http://earshot.invalid').hash
  return useRouterState({ select: ({ location }) => location.pathname + location.searchStr + fragment })
}
