import { RouterContextProvider } from '@tanstack/react-router'
import type { AnyRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useServerFacts } from '#features/site/web.tsx'
import { forgetBrowserTag } from '#features/telemetry/web.tsx'
import { paths } from '#kit/paths.ts'
import { Button } from '#ui/Button.tsx'
import { allowsStatistics, answerConsent } from '#ui/consent.ts'
import { PageLink } from '#ui/PageLink.tsx'
import { Switch } from '#ui/Switch.tsx'
import { useWords } from '#ui/words.ts'
import { isOfDomain } from './isOfDomain.ts'
import { useNoticeHeight } from './useNoticeHeight.ts'

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
  if (chooses) return <Choice />
  return (
    <Notice text={t('cookies_question')}>
      <Button onClick={() => answer(true)}>{t('cookies_accept')}</Button>
      <Button onClick={() => answer(false)}>{t('cookies_necessary_only')}</Button>
      <Button variant="quiet" onClick={() => setChooses(true)}>
        {t('cookies_choose')}
      </Button>
    </Notice>
  )
}

function ShortNotice() {
  const t = useWords('pages')
  return (
    <Notice text={t('cookies_short')}>
      <Button onClick={() => answer(false)}>{t('cookies_understood')}</Button>
      <Button variant="quiet" onClick={() => answer(true)}>
        {t('cookies_allow')}
      </Button>
    </Notice>
  )
}

function Choice() {
  const t = useWords('pages')
  const [statistics, setStatistics] = useState(allowsStatistics)
  return (
    <Notice
      text={
        <span className="grid gap-2">
          <Switch
            side="start"
            checked
            disabled
            label={t('cookies_necessary')}
            hint={t('cookies_necessary_hint')}
            onChange={() => {}}
          />
          <Switch
            side="start"
            checked={statistics}
            label={t('cookies_statistics')}
            hint={t('cookies_statistics_hint')}
            onChange={setStatistics}
          />
        </span>
      }
    >
      <Button onClick={() => answer(statistics)}>{t('cookies_save')}</Button>
    </Notice>
  )
}

function Notice({ text, children }: { text: ReactNode; children: ReactNode }) {
  const t = useWords('pages')
  const measured = useNoticeHeight()
  return (
    <section
      ref={measured}
      aria-label={t('cookies_title')}
      className="fixed inset-x-0 bottom-[var(--bar,0px)] z-10 border-t border-line bg-raised pb-[max(0px,env(safe-area-inset-bottom)-var(--bar,0px))] print:hidden"
    >
      <div className="mx-auto flex max-w-[75rem] flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3">
        <div className="min-w-0 flex-1 basis-72 text-sm text-ink2 [&>p]:max-w-[90ch]">
          {typeof text === 'string' ? (
            <p>
              {text}{' '}
              <PageLink to={paths.cookiePolicy()} className="text-ink underline decoration-edge underline-offset-2">
                {t('cookies_more')}
              </PageLink>
            </p>
          ) : (
            text
          )}
        </div>
        <div className="flex flex-wrap gap-2">{children}</div>
      </div>
    </section>
  )
}

/** Keeps the answer; what was kept before and is not allowed any more goes at once. The focus goes on with the page. */
function answer(statistics: boolean): void {
  answerConsent({ statistics })
  if (!statistics) forgetBrowserTag().catch(() => {})
  document.getElementById('main')?.focus({ preventScroll: true })
}
