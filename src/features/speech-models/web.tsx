import { Cpu } from 'lucide-react'
import { withNamespace } from '#browser/i18n/i18n.ts'
import type { WebFeature } from '#ui/feature/WebFeature.ts'

export { useLanguageCoverage } from './web/useLanguageCoverage.ts'

export const speechModelsFeature: WebFeature = {
  name: 'speech-models',
  settingsPanes: [
    {
      id: 'speech-models',
      order: 110,
      group: 'server',
      title: 'profile:pane_speech_models',
      icon: Cpu,
      load: withNamespace('speech-models', async () => (await import('./web/SpeechModelsPane.tsx')).SpeechModelsPane),
    },
  ],
}
