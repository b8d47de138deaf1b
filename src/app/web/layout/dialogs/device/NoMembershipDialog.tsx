import { AudioLines } from 'lucide-react'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { BlockedAction } from './blockedAction.ts'
import { OfferCard } from './OfferCard.tsx'
import { ShopLink } from './ShopLink.tsx'

export type NoMembershipDialogProps = { action: BlockedAction; mainSite: string | null; onClose: () => void }

/** The get-device card, shown after an action that requires a membership or a recorder (B§2, B§6). */
export function NoMembershipDialog({ action, mainSite, onClose }: NoMembershipDialogProps) {
  const t = useTranslations('pages')
  const tUi = useTranslations('ui')
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      title={action === 'device' ? t('promo_gate_title') : t(`promo_${action}_title`)}
      description={action === 'device' ? t('promo_gate_text') : t('promo_upload_text')}
      footer={
        <Button variant="quiet" onClick={onClose}>
          {tUi('close')}
        </Button>
      }
    >
      <OfferCard icon={<AudioLines aria-hidden />} title={t('promo_device_title')} text={t('promo_device_text')}>
        <ShopLink mainSite={mainSite} to="main" onClick={onClose}>
          {t('promo_get')}
        </ShopLink>
      </OfferCard>
    </Dialog>
  )
}
