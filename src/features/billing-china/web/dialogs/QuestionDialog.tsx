import { seconds } from '#shared/units.ts'
import { formatPrice } from '#features/membership/web.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx'
import { type DialogProps, openDialog } from '#ui/dialog/openDialog.ts'
import type { ChangeDetail, Product } from '../../contract.ts'
import { useProductTitle } from '../useProductTitle.ts'

declare module '#ui/dialog/openDialog.ts' {
  interface DialogParameters {
    qrQuestion: { product: Product; change: ChangeDetail }
  }
}

/** Confirms an upgrade with its amount, or a downgrade with its day, before the QR code is shown (A§4). */
export function QuestionDialog({ open, onClose, product, change }: DialogProps<'qrQuestion'>) {
  const t = useTranslations('billing-china')
  const { date } = useFormat()
  const locale = useLocale()
  const name = useProductTitle()(product.uniq_name)
  const price = (amount: number) => formatPrice(locale, { currency: 'CNY' }, amount)
  const isUpgrade = change.change_type === 'upgrade'
  const confirm = () => {
    onClose()
    openDialog('qrPayment', { product, change })
  }
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={confirm}
      title={isUpgrade ? t('upgrade_title', { name }) : t('downgrade_title', { name })}
      confirmLabel={isUpgrade ? t('upgrade_confirm', { amount: price(change.amount) }) : t('downgrade_confirm')}
    >
      {isUpgrade
        ? t('upgrade_text', { name, amount: price(change.amount), credit: price(change.credit) })
        : t('downgrade_text', { name, date: date(seconds(change.start_time)), price: price(change.amount) })}
    </ConfirmDialog>
  )
}
