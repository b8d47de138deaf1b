import { AudioLines } from 'lucide-react'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import type { DialogProps } from '#ui/dialog/openDialog.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useHasShop } from './useHasShop.ts'
import { OfferCard, ShopLink } from './ShopLink.tsx'

/** The action that a user without a membership tried: one that requires a recorder, an upload, or a recording in the browser. */
export type BlockedAction = 'device' | 'upload' | 'record'

declare module '#ui/dialog/openDialog.ts' {
  interface DialogParameters {
    noMembership: { action: BlockedAction }
  }
}

/**
 * The get-device card, shown after an action that requires a membership or a recorder (B§2, B§6). Without a shop it says who can
 * give a membership.
 */
export function NoMembershipDialog({ open, onClose, action }: DialogProps<'noMembership'>) {
  const t = useTranslations('membership')
  const tUi = useTranslations('ui')
  const hasShop = useHasShop()
  return (
    <Dialog
      open={open}
      size="small"
      onClose={onClose}
      title={action === 'device' ? t('promo_gate_title') : t(`promo_${action}_title`)}
      description={!hasShop ? t('limit_member') : action === 'device' ? t('promo_gate_text') : t('promo_upload_text')}
      footer={
        <Button variant="quiet" onClick={onClose}>
          {tUi('close')}
        </Button>
      }
    >
      {hasShop && (
        <OfferCard icon={<AudioLines aria-hidden />} title={t('promo_device_title')} text={t('promo_device_text')}>
          <ShopLink to="main" onClick={onClose}>
            {t('promo_get')}
          </ShopLink>
        </OfferCard>
      )}
    </Dialog>
  )
}
