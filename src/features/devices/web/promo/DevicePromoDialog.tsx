import { AudioLines, PenLine } from 'lucide-react'
import { OfferCard, ShopLink } from '#features/membership/web.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { STORAGE_KEYS } from '#browser/storage/storage.ts'
import { useShowOnce } from '#browser/storage/useShowOnce.ts'
import { PromptDialog } from '#ui/dialog/PromptDialog.tsx'
import type { DialogProps } from '#ui/dialog/openDialog.ts'

declare module '#ui/dialog/openDialog.ts' {
  interface DialogParameters {
    devicePromo: object
  }
}

/** The id under which the offer is recorded as seen. */
export const DEVICE_OFFER = 'device'

/** Two cards, one of which links to the product page of the pen (B§2). Closing it marks it as seen. */
export function DevicePromoDialog({ open, onClose }: DialogProps<'devicePromo'>) {
  const t = useTranslations('devices')
  const { markSeen } = useShowOnce(STORAGE_KEYS.offers, DEVICE_OFFER)
  const close = () => {
    markSeen()
    onClose()
  }
  return (
    <PromptDialog
      open={open}
      onClose={close}
      size="wide"
      title={t('promo_title')}
      description={t('promo_text')}
      closeLabel={t('promo_later')}
    >
      <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
        <OfferCard icon={<PenLine aria-hidden />} title={t('promo_pen_title')} text={t('promo_pen_text')}>
          <ShopLink to="pen" onClick={close}>
            {t('promo_pen_button')}
          </ShopLink>
        </OfferCard>
        <OfferCard icon={<AudioLines aria-hidden />} title={t('promo_own_title')} text={t('promo_own_text')} />
      </div>
    </PromptDialog>
  )
}
