import { seconds } from '#shared/units.ts'
import { useMembershipOffers } from '#features/membership/web.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx'
import { PromptDialog } from '#ui/dialog/PromptDialog.tsx'
import type { DialogProps } from '#ui/dialog/openDialog.ts'
import type { PaidFlag } from '../paidFlag.ts'
import { useEndSubscription } from '../useEndSubscription.ts'

declare module '#ui/dialog/openDialog.ts' {
  interface DialogParameters {
    qrNotice: { kind: 'paid'; flag: PaidFlag } | { kind: 'switchInApp' | 'end' }
  }
}

/** What became of a purchase, or the question whether the plan is to end with its paid time (A§4, A§8). */
export function NoticeDialog({ open, onClose, ...notice }: DialogProps<'qrNotice'>) {
  const t = useTranslations('billing-china')
  if (notice.kind === 'end') return <EndDialog open={open} onClose={onClose} />
  const [title, text] =
    notice.kind === 'paid'
      ? [t(`paid_${notice.flag}_title`), t(`paid_${notice.flag}_text`)]
      : [t('in_app_title'), t('in_app_text')]
  return (
    <PromptDialog open={open} onClose={onClose} size="small" title={title} closeLabel={t('close')} isCloseMain>
      <p className="text-base text-ink2">{text}</p>
    </PromptDialog>
  )
}

function EndDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTranslations('billing-china')
  const { date } = useFormat()
  const stop = useEndSubscription()
  const end = date(seconds(useMembershipOffers()?.subscription?.periodEnd ?? 0))
  const confirm = () => {
    onClose()
    void stop.run({})
  }
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={confirm}
      title={t('end_title')}
      confirmLabel={t('end_confirm')}
      cancelLabel={t('end_cancel')}
    >
      {t('end_text', { date: end })}
    </ConfirmDialog>
  )
}
