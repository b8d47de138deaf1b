import { seconds } from '#shared/units.ts'
import { formatCurrencyName, useMembership, useMembershipOffers, useProductName } from '#features/membership/web.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import { reloadPage } from '#browser/page/openPage.ts'
import { PromptDialog } from '#ui/dialog/PromptDialog.tsx'
import type { DialogProps } from '#ui/dialog/openDialog.ts'
import { BUY_FLAGS } from '../../rules.ts'

/** What became of a purchase (A§4, A§8). */
type Notice =
  | { kind: 'done'; flag: number }
  | { kind: 'currency'; currency: string }
  | { kind: 'duplicate' | 'switchInApp' | 'endsAlready' | 'trialRefused' }

declare module '#ui/dialog/openDialog.ts' {
  interface DialogParameters {
    purchaseNotice: Notice
  }
}

/** A notice about a purchase, with one button. */
export function PurchaseNoticeDialog({ open, onClose, ...notice }: DialogProps<'purchaseNotice'>) {
  const t = useTranslations('billing-global')
  const { title, text } = useNotice(notice)
  const close = () => {
    onClose()
    // What this page shows is not what the account has (A§4).
    if (notice.kind === 'duplicate') reloadPage()
  }
  return (
    <PromptDialog open={open} onClose={close} size="small" title={title} closeLabel={t('close')} isCloseMain>
      <p className="text-base text-ink2">{text}</p>
    </PromptDialog>
  )
}

function useNotice(notice: Notice): { title: string; text: string } {
  const t = useTranslations('billing-global')
  const locale = useLocale()
  const done = useDoneText()
  switch (notice.kind) {
    case 'done':
      return done(notice.flag)
    case 'currency':
      return { title: t('currency_title'), text: t('currency_text', { currency: formatCurrencyName(locale, notice.currency) }) }
    case 'duplicate':
      return { title: t('duplicate_title'), text: t('duplicate_text') }
    case 'switchInApp':
      return { title: t('in_app_title'), text: t('in_app_text') }
    case 'endsAlready':
      return { title: t('ends_title'), text: t('ends_text') }
    case 'trialRefused':
      return { title: t('trial_refused_title'), text: t('trial_refused_text') }
  }
}

/** Returns the success notice of each buy flag (A§4). */
function useDoneText(): (flag: number) => { title: string; text: string } {
  const t = useTranslations('billing-global')
  const tMembership = useTranslations('membership')
  const { date } = useFormat()
  const { membership } = useMembership()
  const subscription = useMembershipOffers()?.subscription
  const productName = useProductName()
  const plan = subscription ? productName(subscription.plan) : tMembership(`plan_${membership?.membership_type ?? 'pro'}`)
  const end = date(seconds(membership?.expire_time ?? 0))
  return (flag) => {
    switch (flag) {
      case BUY_FLAGS.upgrade:
        return { title: t('done_upgrade'), text: t('done_upgrade_text', { plan }) }
      case BUY_FLAGS.downgrade: {
        const next = subscription?.next
        const nextPlan = next ? productName(next.plan) : plan
        const starts = next ? date(seconds(next.startsAt)) : end
        return { title: t('done_downgrade'), text: t('done_downgrade_text', { plan: nextPlan, date: starts }) }
      }
      case BUY_FLAGS.freeTrial:
      case BUY_FLAGS.freeTrialPro:
        return { title: t('done_trial'), text: t('done_trial_text', { date: end }) }
      case BUY_FLAGS.other:
        return { title: t('done_minutes'), text: t('done_minutes_text') }
      default:
        return { title: t('done_subscribe'), text: t('done_subscribe_text', { plan }) }
    }
  }
}
