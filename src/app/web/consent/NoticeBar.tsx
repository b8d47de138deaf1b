import { useCallback } from 'react'
import type { ReactNode } from 'react'
import { forgetBrowserTag } from '#features/telemetry/web.tsx'
import { paths } from '#kit/paths.ts'
import { answerConsent } from '#ui/consent.ts'
import { PageLink } from '#ui/PageLink.tsx'
import { useWords } from '#ui/words.ts'

/** The bar at the bottom of the window with a text and buttons. */
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

/** Stores the answer, removes data that is no longer allowed, and moves the focus to the page. */
export function answer(statistics: boolean): void {
  answerConsent({ statistics })
  if (!statistics) forgetBrowserTag().catch(() => {})
  document.getElementById('main')?.focus({ preventScroll: true })
}

/** Sets the CSS variable `--notice` to the height of the notice, so that the page ends above it. */
function useNoticeHeight(): (notice: HTMLElement) => () => void {
  return useCallback((notice) => {
    const { style } = document.documentElement
    const measure = () => style.setProperty('--notice', `${notice.offsetHeight}px`)
    // The test environment has no ResizeObserver.
    const sizes = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(measure)
    sizes?.observe(notice)
    measure()
    return () => {
      sizes?.disconnect()
      style.removeProperty('--notice')
    }
  }, [])
}
