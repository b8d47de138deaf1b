import { seconds } from '#shared/units.ts'
import { type PlanProduct, splitPlan, useMembership, useMembershipOffers, useProductName } from '#features/membership/web.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx'
import type { DialogProps } from '#ui/dialog/openDialog.ts'
import type { PurchaseQuestion } from '../usePurchase.ts'

declare module '#ui/dialog/openDialog.ts' {
  interface DialogParameters {
    purchaseQuestion: { kind: PurchaseQuestion; product: PlanProduct; isTrial: boolean }
  }
}

/** Asks before a purchase that takes something away, or that the user may not want (A§4). */
export function PurchaseQuestionDialog({ open, onClose, kind, product, isTrial }: DialogProps<'purchaseQuestion'>) {
  const t = useTranslations('billing-global')
  const tMembership = useTranslations('membership')
  const { date } = useFormat()
  const offers = useMembershipOffers()
  const { membership } = useMembership()
  const productName = useProductName()
  const end = date(seconds(offers?.subscription?.periodEnd ?? 0))
  const confirm = () => {
    onClose()
    offers?.buy(product, { isTrial, isConfirmed: true })
  }
  const question = { open, onClose, onConfirm: confirm }
  const { plan } = splitPlan(product)
  const name = tMembership(`plan_${plan}`)
  if (kind === 'higherPlan') {
    const names = { plan: name, own: tMembership(`plan_${membership?.membership_type ?? 'unlimited'}`) }
    const confirmLabel = isTrial ? t('higher_confirm_trial') : t('higher_confirm', { plan: name })
    return (
      <ConfirmDialog {...question} title={t('higher_title', { plan: name })} confirmLabel={confirmLabel}>
        {t(isTrial ? 'higher_text_trial' : 'higher_text', names)}
      </ConfirmDialog>
    )
  }
  const isSamePlan = offers?.subscription && splitPlan(offers.subscription.plan).plan === plan
  return (
    <ConfirmDialog
      {...question}
      title={t(isSamePlan ? 'downgrade_title_monthly' : 'downgrade_title', { plan: name })}
      confirmLabel={t('downgrade_confirm')}
    >
      {t('downgrade_text', { date: end, plan: productName(product) })}
    </ConfirmDialog>
  )
}
