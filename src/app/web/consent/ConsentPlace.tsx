import type { AnyRouter } from '@tanstack/react-router'
import { useConsentQuestion } from '#ui/consent.ts'
import { useLoaded } from '#ui/useLoaded.ts'
import { bringNamespace } from '../i18n.ts'

const load = async () => {
  const [{ CookieNotice }] = await Promise.all([import('./CookieNotice.tsx'), bringNamespace('pages')])
  return { CookieNotice }
}

/** Shows the cookie notice on every page. Its code loads after the page and only while the user has not answered. */
export function ConsentPlace({ router }: { router: AnyRouter }) {
  const isAsked = useConsentQuestion()
  const loaded = useLoaded(load, isAsked)
  return isAsked && loaded ? <loaded.CookieNotice router={router} /> : null
}
