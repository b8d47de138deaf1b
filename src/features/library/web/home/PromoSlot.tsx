import { useRouterState } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { trackExposure } from '#features/telemetry/web.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { useIsAnyDialogOpen } from '#ui/dialog/dialogQueue.tsx'
import { classes } from '#ui/styles/classes.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { PageName } from '#browser/routing/rootRoute.ts'

export type PromoSlotProps = {
  /** The state of the free trial; undefined when there is none. */
  trial: TrialInfo | undefined
  /** The banner with its text and the button that starts the trial. */
  children?: ReactNode
}

// Kept in memory only, until the document is reloaded (B§2).
const promoState: PromoState = { isClosed: false, timesShown: 0 }

/** The slot of the promo banner, fixed at the top right of the home page (A§2, B§2). */
export function PromoSlot({ trial, children }: PromoSlotProps) {
  const t = useTranslations('ui')
  const page = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.page })
  const [isShown, setIsShown] = useState(false)
  const isDialogOpen = useIsAnyDialogOpen()
  // Not behind a dialog, where it is not seen.
  const canShow = !isDialogOpen && canShowPromo(page, trial, promoState)
  // Counted when the banner appears; a banner that is already shown stays.
  if (canShow && !isShown) setIsShown(true)
  useEffect(() => {
    if (!isShown) return
    promoState.timesShown += 1
    trackExposure('promo_banner', { source: 'home' })
  }, [isShown])
  if (!isShown || isDialogOpen || trial === undefined) return null
  const close = () => {
    promoState.isClosed = true
    setIsShown(false)
  }
  return (
    // Without a height, so that the page does not move. It stays beside the right sidebar.
    <div className="sticky top-0 z-20 h-0">
      <aside
        className={classes(
          'flex items-start gap-2 rounded-lg border border-line bg-raised p-4 shadow-lift',
          'absolute top-4 right-4 max-w-[calc(100%-2rem)]',
          // On narrow pages, whose greeting needs the room, above the bars, as toasts are.
          'max-md:fixed max-md:top-auto max-md:bottom-4 max-sm:inset-x-4 max-sm:bottom-20 max-sm:max-w-none',
          'max-md:translate-y-[calc(-1*(var(--player,0px)+var(--dock,0px)+var(--notice,0px)))]',
        )}
      >
        <div className="min-w-0 flex-1">{children}</div>
        <IconButton size="sm" label={t('dismiss')} icon={<X aria-hidden />} onClick={close} />
      </aside>
    </div>
  )
}

/** For tests: resets the state as after a reload. */
export function resetPromo(): void {
  Object.assign(promoState, { isClosed: false, timesShown: 0 })
}

/** The state of the free trial from the server (A§3 Free trial). */
type TrialInfo = { can_claim: boolean; has_claimed: boolean }

/** The state of the banner, kept in memory only (B§2). */
type PromoState = { isClosed: boolean; timesShown: number }

/** How often the banner is shown at most (B§9). */
const MAX_PROMO_VIEWS = 1

/**
 * Returns true when the banner with the free trial may be shown: only on the home page, only while the trial can be claimed and is
 * not claimed, not after it was closed, and at most once (A§4, B§2).
 */
export const canShowPromo = (page: PageName | undefined, trial: TrialInfo | undefined, promoState: PromoState): boolean =>
  page === 'home' &&
  trial !== undefined &&
  trial.can_claim &&
  !trial.has_claimed &&
  !promoState.isClosed &&
  promoState.timesShown < MAX_PROMO_VIEWS
