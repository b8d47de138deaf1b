import { Link } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { ReactNode } from 'react'
import { deleteBrowserTag } from '#features/telemetry/web.tsx'
import { saveConsent } from '#browser/monitoring/consent.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

/** The bar at the bottom of the window with a text and buttons. */
export function NoticeBar({ text, children }: { text: ReactNode; children: ReactNode }) {
  const t = useTranslations('site')
  const heightRef = useNoticeHeightVariable()
  return (
    <section
      ref={heightRef}
      // The answer about analytics must not be tracked itself.
      data-track="ignore"
      aria-label={t('cookies_title')}
      className="fixed inset-x-0 bottom-[calc(var(--bar,0px)+var(--dock,0px))] z-10 border-t border-line bg-raised pb-[max(0px,env(safe-area-inset-bottom)-var(--bar,0px))] print:hidden"
    >
      <div className="mx-auto flex max-w-[75rem] flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3">
        <div className="min-w-0 flex-1 basis-72 text-sm text-ink2 [&>p]:max-w-[90ch]">
          {typeof text === 'string' ? (
            <p>
              {text}{' '}
              <Link to="/cookie-policy" className="text-ink underline decoration-edge underline-offset-2">
                {t('cookies_more')}
              </Link>
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
export function saveAnswer(statistics: boolean): void {
  saveConsent({ statistics })
  if (!statistics) deleteBrowserTag().catch(() => {})
  document.getElementById('main')?.focus({ preventScroll: true })
}

/** Sets the CSS variable `--notice` to the height of the notice, so that the page ends above it. */
function useNoticeHeightVariable(): (notice: HTMLElement) => () => void {
  return useCallback((notice) => {
    const { style } = document.documentElement
    const updateHeight = () => style.setProperty('--notice', `${notice.offsetHeight}px`)
    // The test environment has no ResizeObserver.
    const observer = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(updateHeight)
    observer?.observe(notice)
    updateHeight()
    return () => {
      observer?.disconnect()
      style.removeProperty('--notice')
    }
  }, [])
}
