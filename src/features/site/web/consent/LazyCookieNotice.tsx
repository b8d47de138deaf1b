import type { AnyRouter } from '@tanstack/react-router'
import { useConsentQuestion } from '#browser/monitoring/consent.ts'
import { withNamespace } from '#browser/i18n/i18n.ts'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'

const CookieNotice = lazyComponent(withNamespace('site', async () => (await import('./CookieNotice.tsx')).CookieNotice))

/** Shows the cookie notice on every page. Its code loads after the page and only while the user has not answered. */
export function LazyCookieNotice({ router }: { router: AnyRouter }) {
  return useConsentQuestion() ? <CookieNotice router={router} errorFallback={null} /> : null
}
