import { RouterContextProvider } from '@tanstack/react-router'
import type { AnyRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useServerFacts } from '#features/site/web.tsx'
import { Button } from '#ui/Button.tsx'
import { lazyPart } from '#ui/lazyPart.tsx'
import { useWords } from '#ui/words.ts'
import { NoticeBar, answer } from './NoticeBar.tsx'

// Loaded on demand: the switches are larger than the rest of the notice and rarely needed.
const ConsentChoice = lazyPart(async () => (await import('./ConsentChoice.tsx')).ConsentChoice)

/**
 * Asks which data may be stored beyond the necessary (A§7). The main domain of the product shows a question. Other domains show
 * a short notice that nothing else is stored without consent. Shows nothing when the server collects no statistics.
 */
export function CookieNotice({ router, host = location.hostname }: { router: AnyRouter; host?: string }) {
  const server = useServerFacts()
  if (!server?.telemetry) return null
  return (
    <RouterContextProvider router={router}>
      {isOfDomain(host, server.main_domain) ? <Question /> : <ShortNotice />}
    </RouterContextProvider>
  )
}

function Question() {
  const t = useWords('pages')
  const [chooses, setChooses] = useState(false)
  if (chooses) return <ConsentChoice waiting={null} />
  return (
    <NoticeBar text={t('cookies_question')}>
      <Button onClick={() => answer(true)}>{t('cookies_accept')}</Button>
      <Button onClick={() => answer(false)}>{t('cookies_necessary_only')}</Button>
      <Button variant="quiet" onClick={() => setChooses(true)}>
        {t('cookies_choose')}
      </Button>
    </NoticeBar>
  )
}

function ShortNotice() {
  const t = useWords('pages')
  return (
    <NoticeBar text={t('cookies_short')}>
      <Button onClick={() => answer(false)}>{t('cookies_understood')}</Button>
      <Button variant="quiet" onClick={() => answer(true)}>
        {t('cookies_allow')}
      </Button>
    </NoticeBar>
  )
}

/** Returns true when a host is the domain or a subdomain of it, such as `app.example.org` of `example.org`. */
export const isOfDomain = (host: string, domain: string | null): boolean =>
  domain !== null && (host === domain || host.endsWith(`.${domain}`))
