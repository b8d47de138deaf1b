import { RouterContextProvider } from '@tanstack/react-router'
import type { AnyRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useServerFacts } from '#features/site/web.tsx'
import { Button } from '#ui/Button.tsx'
import { lazyPart } from '#ui/lazyPart.tsx'
import { useWords } from '#ui/words.ts'
import { isOfDomain } from './isOfDomain.ts'
import { NoticeBar, answer } from './NoticeBar.tsx'

// Its switches weigh more than the rest of the notice, and few want them.
const ConsentChoice = lazyPart(async () => (await import('./ConsentChoice.tsx')).ConsentChoice)

/**
 * Asks what may be kept in this browser beyond the necessary (A§7), in one of two ways: on the product's main domain a question,
 * elsewhere a short notice that nothing else is kept until somebody allows it. A server that counts nothing has nothing to ask.
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
