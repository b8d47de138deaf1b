import { Info } from 'lucide-react'
import { withNamespace } from '#browser/i18n/i18n.ts'
import type { FeatureWithRoutes } from '#ui/feature/WebFeature.ts'
import { routes } from './web/routes.tsx'

export { openDesktopProgram } from './web/downloads/operatingSystem.ts'
export { UrlNoticePrompt } from './web/notice/UrlNoticePrompt.tsx'
export { LazyCookieNotice } from './web/consent/LazyCookieNotice.tsx'
export { useNews } from './web/useNews.ts'
export { useOffers, useServerSettings, useServerSettingsOrError } from './web/useServerSettings.ts'

export const siteFeature: FeatureWithRoutes<typeof routes> = {
  name: 'site',
  routes,
  background: async () => (await import(/* chunk: landing, offline */ './web/SiteBackground.tsx')).SiteBackground,
  dialogs: {
    download: {
      priority: 'requested',
      load: withNamespace('site', async () => (await import('./web/downloads/DownloadDialog.tsx')).DownloadDialog),
    },
    openDesktop: {
      priority: 'requested',
      load: withNamespace('site', async () => (await import('./web/downloads/OpenDesktopDialog.tsx')).OpenDesktopDialog),
    },
    break: {
      priority: 'information',
      load: withNamespace('site', async () => (await import('./web/break/BreakDialog.tsx')).BreakDialog),
      trigger: async () => (await import('./web/break/BreakReminder.tsx')).BreakReminder,
    },
    announcement: {
      priority: 'announcement',
      load: withNamespace('site', async () => (await import('./web/announcement/AnnouncementDialog.tsx')).AnnouncementDialog),
      trigger: async () => (await import('./web/announcement/AnnouncementTrigger.tsx')).AnnouncementTrigger,
    },
  },
  settingsPanes: [
    {
      id: 'about',
      order: 80,
      title: 'profile:pane_about',
      icon: Info,
      redDot: 'feedbackBoard',
      load: withNamespace('site', async () => (await import('./web/settings/AboutPane.tsx')).AboutPane),
    },
  ],
  paletteActions: withNamespace(
    'site',
    async () => (await import(/* chunk: overlay */ './web/usePaletteActions.tsx')).usePaletteActions,
  ),
}
