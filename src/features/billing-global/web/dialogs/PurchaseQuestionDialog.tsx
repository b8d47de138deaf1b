import { seconds } from '#shared/units.ts'
import { type ProductId, splitPlan, useMembershipOffers } from '#features/membership/web.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx'
import type { DialogProps } from '#ui/dialog/openDialog.ts'
import { isPlanProduct } from '../products.ts'
import type { PurchaseQuestion } from '../usePurchase.ts'

declare module '#ui/dialog/openDialog.ts' {
  interface DialogParameters {
    purchaseQuestion: { kind: PurchaseQuestion; product: ProductId; isTrial: boolean }
  }
}

/** Asks before a purchase that takes something away, or that the user may not want (A§4). */
export function PurchaseQuestionDialog({ open, onClose, kind, product, isTrial }: DialogProps<'purchaseQuestion'>) {
  const t = useTranslations('billing-global')
  const tMembership = useTranslations('membership')
  const { date } = useFormat()
  const offers = useMembershipOffers()
  const plan = isPlanProduct(product) ? tMembership(`plan_${splitPlan(product).plan}`) : ''
  const end = date(seconds(offers?.subscription?.periodEnd ?? 0))
  const confirm = () => {
    onClose()
    offers?.buy(product, { isTrial, isConfirmed: true })
  }
  const isDowngrade = kind === 'downgrade'
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={confirm}
      title={isDowngrade ? t('downgrade_title', { plan }) : t('higher_title')}
      confirmLabel={isDowngrade ? t('downgrade_confirm') : t('higher_confirm')}
    >
      {isDowngrade ? t('downgrade_text', { date: end, plan }) : t('higher_text')}
    </ConfirmDialog>
  )
}
