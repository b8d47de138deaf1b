import { Gauge, ShieldCheck } from 'lucide-react'
import type { WebFeature } from '#ui/feature/WebFeature.ts'
import { withNamespace } from '#browser/i18n/i18n.ts'

export const personalDataFeature: WebFeature = {
  name: 'personal-data',
  settingsPanes: [
    {
      id: 'use',
      order: 58,
      title: 'profile:pane_use',
      icon: Gauge,
      load: withNamespace(['membership', 'personal-data'], async () => (await import('./web/use/UsePane.tsx')).UsePane),
    },
    {
      id: 'privacy',
      order: 60,
      title: 'profile:pane_privacy',
      icon: ShieldCheck,
      load: withNamespace(
        ['membership', 'personal-data', 'retention'],
        async () => (await import(/* chunk: overlay */ './web/settings/PrivacyPane.tsx')).PrivacyPane,
      ),
    },
  ],
}
