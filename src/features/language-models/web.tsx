import { Sparkles } from 'lucide-react'
import { withNamespace } from '#browser/i18n/i18n.ts'
import type { WebFeature } from '#ui/feature/WebFeature.ts'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'

export const languageModelsFeature: WebFeature = {
  name: 'language-models',
  settingsPanes: [
    {
      id: 'language-model',
      order: 105,
      group: 'server',
      title: 'profile:pane_language_model',
      icon: Sparkles,
      load: withNamespace('language-models', async () => (await import('./web/LanguageModelPane.tsx')).LanguageModelPane),
    },
  ],
}

/** Explains why a language model generated nothing. Its messages are loaded with it, because it is rarely shown. */
export const ModelFailureText = lazyComponent(
  withNamespace('language-models', async () => (await import('./web/ModelFailureText.tsx')).ModelFailureText),
)
