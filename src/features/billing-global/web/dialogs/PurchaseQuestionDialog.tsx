import { seconds } from '#shared/units.ts'
import { type ProductId, splitPlan, useMembershipOffers, useProductName } from '#features/membership/web.tsx'
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
  const productName = useProductName()
  const end = date(seconds(offers?.subscription?.periodEnd ?? 0))
  const confirm = () => {
    onClose()
    offers?.buy(product, { isTrial, isConfirmed: true })
  }
  const question = { open, onClose, onConfirm: confirm }
  if (kind === 'higherPlan' || !isPlanProduct(product))
    return (
      <ConfirmDialog {...question} title={t('higher_title')} confirmLabel={t('higher_confirm')}>
        {t('higher_text')}
      </ConfirmDialog>
    )
  const { plan } = splitPlan(product)
  const isSamePlan = offers?.subscription && splitPlan(offers.subscription.plan).plan === plan
  return (
    <ConfirmDialog
      {...question}
      title={t(isSamePlan ? 'downgrade_title_monthly' : 'downgrade_title', { plan: tMembership(`plan_${plan}`) })}
      confirmLabel={t('downgrade_confirm')}
    >
      {t('downgrade_text', { date: end, plan: productName(product) })}
    </ConfirmDialog>
  )
}
