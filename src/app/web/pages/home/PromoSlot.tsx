import { useRouterState } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { expose } from '#features/telemetry/web.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { useWords } from '#ui/words.ts'
import { mayShowPromo } from './promoRule.ts'
import type { PromoMemory, TrialInfo } from './promoRule.ts'

export type PromoSlotProps = {
  /** The state of the free trial; undefined when there is none. */
  trial: TrialInfo | undefined
  /** The banner with its text and the button that starts the trial. */
  children?: ReactNode
}

// Kept in memory only, until the document is reloaded (B§2).
const memory: PromoMemory = { isClosed: false, timesShown: 0 }

/** The slot of the promo banner, fixed at the top right of the home page (A§2, B§2). */
export function PromoSlot({ trial, children }: PromoSlotProps) {
  const t = useWords('ui')
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const [shown, setShown] = useState(false)
  const mayShow = mayShowPromo(pathname, trial, memory)
  // Counted when the banner appears; a banner that is already shown stays.
  if (mayShow && !shown) setShown(true)
  useEffect(() => {
    if (!shown) return
    memory.timesShown += 1
    expose('promo_banner', 'home')
  }, [shown])
  if (!shown || trial === undefined) return null
  const close = () => {
    memory.isClosed = true
    setShown(false)
  }
  return (
    <aside className="fixed top-4 right-4 z-20 flex max-w-[calc(100vw-2rem)] items-start gap-2 rounded-lg border border-line bg-raised p-4 shadow-lift">
      <div className="min-w-0">{children}</div>
      <IconButton size="sm" label={t('dismiss')} icon={<X aria-hidden />} onClick={close} />
    </aside>
  )
}

/** For tests: resets the state as after a reload. */
export function forgetPromo(): void {
  Object.assign(memory, { isClosed: false, timesShown: 0 })
}
