import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import type { DialogProps } from '#ui/dialog/openDialog.ts'
import { days } from '#shared/units.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import { useNow } from '#browser/timers/timerHooks.ts'
import { STORAGE_KEYS } from '#browser/storage/storage.ts'
import { useShowOnce } from '#browser/storage/useShowOnce.ts'
import { TRIAL_DAYS } from '../../rules.ts'
import { useMembershipOffers, useNoPriceReason } from '../offers/offersStore.ts'
import { formatPrice } from '../offers/products.ts'
import { useTrialText } from './TrialOffer.tsx'

declare module '#ui/dialog/openDialog.ts' {
  interface DialogParameters {
    /** `isAbandoned` after the page for paying was left. */
    freeTrial: { days: number; isAbandoned?: boolean }
  }
}

/** The id under which the offer is stored as seen. */
export const FREE_TRIAL_OFFER = 'free_trial'

/** The offer of a free trial (A§4, B§2). It is seen once it is closed. */
export function FreeTrialDialog({ open, onClose, days: length, isAbandoned = false }: DialogProps<'freeTrial'>) {
  const t = useTranslations('membership')
  const { date } = useFormat()
  const locale = useLocale()
  const offers = useMembershipOffers()
  const now = useNow(null)
  const { title, text } = useTrialText(length)
  const { markSeen } = useShowOnce(STORAGE_KEYS.offers, FREE_TRIAL_OFFER)
  const close = () => {
    markSeen()
    onClose()
  }
  const disabledReason = useNoPriceReason(TRIAL_PRODUCT)
  const end = date(now + days(length))
  const price = formatPrice(locale, offers, offers?.amounts[TRIAL_PRODUCT])
  return (
    <Dialog
      open={open}
      onClose={close}
      size="small"
      title={isAbandoned ? t('trial_left_title') : title}
      description={text}
      footer={
        <>
          <Button variant="quiet" onClick={close}>
            {t('limit_later')}
          </Button>
          <Button
            variant="main"
            busy={offers?.busy === TRIAL_PRODUCT}
            disabledReason={disabledReason}
            onClick={() => offers?.buy(TRIAL_PRODUCT, { isTrial: true })}
          >
            {t('limit_trial_start')}
          </Button>
        </>
      }
    >
      {/* The day on which the trial would end is known only for its full length (A§4). */}
      {length === TRIAL_DAYS && <p className="text-base text-ink2">{t('trial_free_until', { date: end, price })}</p>}
    </Dialog>
  )
}

/** What the trial becomes. */
const TRIAL_PRODUCT = 'pro-monthly'
