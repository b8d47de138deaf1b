import { withNamespace } from '#browser/i18n/i18n.ts'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'

/** Chooses folders, days and speakers for a question. */
export const ScopeFilters = lazyComponent(withNamespace('search', async () => (await import('./ScopeFilters.tsx')).ScopeFilters))
