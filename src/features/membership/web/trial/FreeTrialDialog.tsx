import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import type { DialogProps } from '#ui/dialog/openDialog.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { STORAGE_KEYS } from '#browser/storage/storage.ts'
import { useShowOnce } from '#browser/storage/useShowOnce.ts'
import { TrialLink, useTrialText } from './TrialOffer.tsx'

declare module '#ui/dialog/openDialog.ts' {
  interface DialogParameters {
    freeTrial: { days: number }
  }
}

/** The id under which the offer is stored as seen. */
export const FREE_TRIAL_OFFER = 'free_trial'

/** The offer of a free trial (B§2). It is seen once it is closed. */
export function FreeTrialDialog({ open, onClose, days }: DialogProps<'freeTrial'>) {
  const t = useTranslations('membership')
  const { title, text } = useTrialText(days)
  const { markSeen } = useShowOnce(STORAGE_KEYS.offers, FREE_TRIAL_OFFER)
  const close = () => {
    markSeen()
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      size="small"
      title={title}
      description={text}
      footer={
        <>
          <Button variant="quiet" onClick={close}>
            {t('limit_later')}
          </Button>
          <TrialLink source="free_trial" onClick={close} />
        </>
      }
    />
  )
}
