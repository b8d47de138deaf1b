import type { MouseEvent } from 'react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

/** The first element in the tab order. It moves the focus past the sidebar to the page. */
export function SkipLink() {
  const t = useTranslations('ui')
  const focusMain = (event: MouseEvent) => {
    // The default action would add `#main` to the URL, and so a history entry.
    event.preventDefault()
    document.getElementById('main')?.focus()
  }
  return (
    <a
      href="#main"
      onClick={focusMain}
      className="sr-only z-50 rounded-md bg-raised px-3 py-2 text-md font-[560] text-ink shadow-lift focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
    >
      {t('skip_to_content')}
    </a>
  )
}
