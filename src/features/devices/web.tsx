import { MonitorSmartphone } from 'lucide-react'
import { withNamespace } from '#browser/i18n/i18n.ts'
import type { WebFeature } from '#ui/feature/WebFeature.ts'

export { useAccessGuard, type AccessGuard } from './web/useAccessGuard.ts'

export const devicesFeature: WebFeature = {
  name: 'devices',
  live: async () => (await import('./web/liveHandlers.ts')).liveHandlers,
  dialogs: {
    devicePromo: {
      priority: 'offer',
      load: withNamespace('devices', async () => (await import('./web/promo/DevicePromoDialog.tsx')).DevicePromoDialog),
      trigger: async () => (await import('./web/promo/DevicePromoTrigger.tsx')).DevicePromoTrigger,
    },
  },
  settingsPanes: [
    {
      id: 'sessions',
      order: 30,
      title: 'profile:pane_sessions',
      icon: MonitorSmartphone,
      load: withNamespace('devices', async () => (await import('./web/settings/SessionsAndRecorders.tsx')).SessionsAndRecorders),
    },
  ],
}
