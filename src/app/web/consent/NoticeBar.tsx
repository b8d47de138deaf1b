import type { ReactNode } from 'react'
import { forgetBrowserTag } from '#features/telemetry/web.tsx'
import { paths } from '#kit/paths.ts'
import { answerConsent } from '#ui/consent.ts'
import { PageLink } from '#ui/PageLink.tsx'
import { useWords } from '#ui/words.ts'
import { useNoticeHeight } from './useNoticeHeight.ts'

/** The bar at the window's foot: what is asked, and the answers. */
export function NoticeBar({ text, children }: { text: ReactNode; children: ReactNode }) {
  const t = useWords('pages')
  const measured = useNoticeHeight()
  return (
    <section
      ref={measured}
      aria-label={t('cookies_title')}
      className="fixed inset-x-0 bottom-[calc(var(--bar,0px)+var(--dock,0px))] z-10 border-t border-line bg-raised pb-[max(0px,env(safe-area-inset-bottom)-var(--bar,0px))] print:hidden"
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
export function answer(statistics: boolean): void {
  answerConsent({ statistics })
  if (!statistics) forgetBrowserTag().catch(() => {})
  document.getElementById('main')?.focus({ preventScroll: true })
}
