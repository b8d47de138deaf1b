import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { IconButton } from '#ui/IconButton.tsx'
import { useWords } from '#ui/words.ts'

export type RightSidebarProps = {
  /** It was opened by button or key: it takes the focus, and restores it when it closes. */
  isAsked: boolean
  onClose: () => void
  children: ReactNode
}

/** The right sidebar (A§2): next to the page on wide screens, over the page on others. Esc closes it while it has the focus. */
export function RightSidebar({ isAsked, onClose, children }: RightSidebarProps) {
  const t = useWords('app')
  const aside = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!isAsked) return
    const before = document.activeElement
    aside.current?.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [isAsked])
  return (
    // Esc must work for every focused element inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <aside
      ref={aside}
      aria-label={t('right_sidebar')}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose()
      }}
      className="flex w-80 flex-none flex-col overflow-y-auto border-l border-line bg-ground outline-none max-lg:absolute max-lg:inset-y-0 max-lg:right-0 max-lg:z-20 max-lg:shadow-lift max-sm:w-full"
    >
      <div className="sticky top-0 flex justify-end bg-ground px-3 pt-3">
        <IconButton label={t('close_right_sidebar')} shortcut="]" icon={<X aria-hidden />} side="bottom" onClick={onClose} />
      </div>
      {children}
    </aside>
  )
}
