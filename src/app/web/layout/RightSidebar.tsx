import { PanelRight, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { IconButton } from '#ui/button/IconButton.tsx'
import { classes } from '#ui/styles/classes.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useSidebars } from './Sidebars.tsx'

export type RightSidebarProps = {
  /** It was opened by a button or key: it takes the focus, and restores it when it closes. */
  isOpenedByUser: boolean
  onClose: () => void
  children: ReactNode
}

/** The right sidebar (A§2): next to the page on wide screens, over the page on others. Esc closes it while it has the focus. */
export function RightSidebar({ isOpenedByUser, onClose, children }: RightSidebarProps) {
  const t = useTranslations('app')
  const aside = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!isOpenedByUser) return
    const previousFocus = document.activeElement
    aside.current?.focus({ preventScroll: true })
    return () => {
      if (previousFocus instanceof HTMLElement && previousFocus.isConnected) previousFocus.focus({ preventScroll: true })
    }
  }, [isOpenedByUser])
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
      className="flex w-80 flex-none flex-col overflow-y-auto border-l border-line bg-surface outline-none max-lg:absolute max-lg:inset-y-0 max-lg:right-0 max-lg:z-20 max-lg:shadow-lift max-sm:w-full"
    >
      <div className="sticky top-0 flex justify-end bg-surface px-3 pt-3">
        <IconButton label={t('close_right_sidebar')} shortcut="]" icon={<X aria-hidden />} side="bottom" onClick={onClose} />
      </div>
      {children}
    </aside>
  )
}

/** Opens and closes the right sidebar; renders nothing where there is none. */
export function RightSidebarToggle({ side, className = '' }: { side: 'top' | 'right' | 'bottom'; className?: string }) {
  const t = useTranslations('app')
  const { isAvailable, isOpen, toggle } = useSidebars().right
  if (!isAvailable) return null
  return (
    <IconButton
      label={t('right_sidebar')}
      shortcut="]"
      aria-pressed={isOpen}
      icon={<PanelRight aria-hidden />}
      side={side}
      className={classes(isOpen && 'bg-line/50 text-ink', className)}
      onClick={toggle}
    />
  )
}
