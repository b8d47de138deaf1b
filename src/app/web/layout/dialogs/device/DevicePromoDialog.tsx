import { AudioLines, PenLine } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { OfferCard } from './OfferCard.tsx'
import { ShopLink } from './ShopLink.tsx'

export type DevicePromoDialogProps = { mainSite: string | null; onClose: () => void }

/** Two cards, one of which links to the product page of the pen (B§2). */
export function DevicePromoDialog({ mainSite, onClose }: DevicePromoDialogProps) {
  const t = useTranslations('pages')
  const laterButton = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      initialFocus={laterButton}
      title={t('promo_title')}
      description={t('promo_text')}
      footer={
        <Button ref={laterButton} variant="quiet" onClick={onClose}>
          {t('promo_later')}
        </Button>
      }
    >
      <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
        <OfferCard icon={<PenLine aria-hidden />} title={t('promo_pen_title')} text={t('promo_pen_text')}>
          <ShopLink mainSite={mainSite} to="pen" onClick={onClose}>
            {t('promo_pen_button')}
          </ShopLink>
        </OfferCard>
        <OfferCard icon={<AudioLines aria-hidden />} title={t('promo_own_title')} text={t('promo_own_text')} />
      </div>
    </Dialog>
  )
}
