import { AudioLines } from 'lucide-react'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { useWords } from '#ui/words.ts'
import type { Gated } from './deviceGate.ts'
import { OfferCard } from './OfferCard.tsx'
import { PenLink } from './PenLink.tsx'

export type NoMemberDialogProps = { what: Gated; mainSite: string | null; onClose: () => void }

/** The get-device card, shown after an action that requires a membership or a recorder (B§2, B§6). */
export function NoMemberDialog({ what, mainSite, onClose }: NoMemberDialogProps) {
  const t = useWords('pages')
  const ui = useWords('ui')
  return (
    <Dialog
      open
      size="small"
      onClose={onClose}
      title={what === 'device' ? t('promo_gate_title') : t(`promo_${what}_title`)}
      description={what === 'device' ? t('promo_gate_text') : t('promo_upload_text')}
      footer={
        <Button variant="quiet" onClick={onClose}>
          {ui('close')}
        </Button>
      }
    >
      <OfferCard icon={<AudioLines aria-hidden />} title={t('promo_device_title')} text={t('promo_device_text')}>
        <PenLink mainSite={mainSite} to="main" onClick={onClose}>
          {t('promo_get')}
        </PenLink>
      </OfferCard>
    </Dialog>
  )
}
