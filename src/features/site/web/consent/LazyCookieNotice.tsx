import type { AnyRouter } from '@tanstack/react-router'
import { useConsentQuestion } from '#browser/monitoring/consent.ts'
import { useLazyLoad } from '#browser/loading/useLazyLoad.ts'
import { loadNamespace } from '#browser/i18n/i18n.ts'

const load = async () => {
  const [{ CookieNotice }] = await Promise.all([import('./CookieNotice.tsx'), loadNamespace('site')])
  return { CookieNotice }
}

/** Shows the cookie notice on every page. Its code loads after the page and only while the user has not answered. */
export function LazyCookieNotice({ router }: { router: AnyRouter }) {
  const isQuestionOpen = useConsentQuestion()
  const loaded = useLazyLoad(load, isQuestionOpen)
  return isQuestionOpen && loaded ? <loaded.CookieNotice router={router} /> : null
}
