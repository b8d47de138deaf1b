import { withNamespace } from '#browser/i18n/i18n.ts'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'

/** Asks one recording, beside its page. */
export const AskPanel = lazyComponent(withNamespace('ask', async () => (await import('./AskPanel.tsx')).AskPanel))
