import { seconds } from '#shared/units.ts'
import { formatCurrencyName, useMembershipOffers, useProductName } from '#features/membership/web.tsx'
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
  const hasPlan = Boolean(useMembershipOffers()?.subscription)
  switch (notice.kind) {
    case 'done':
      return done(notice.flag)
    case 'currency':
      return {
        title: t('currency_title'),
        // Credit that is left has a currency too.
        text: t(hasPlan ? 'currency_text' : 'currency_credit_text', { currency: formatCurrencyName(locale, notice.currency) }),
      }
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

/** Returns the success notice of each buy flag (A§4). It names what is paid, which need not be the plan that counts. */
function useDoneText(): (flag: number) => { title: string; text: string } {
  const t = useTranslations('billing-global')
  const { date } = useFormat()
  const subscription = useMembershipOffers()?.subscription
  const productName = useProductName()
  const active = (text: 'done_upgrade_text' | 'done_subscribe_text') =>
    subscription ? t(text, { plan: productName(subscription.plan) }) : t('done_plan_active')
  const trialEnd = subscription?.trialEnd ?? null
  const next = subscription?.next
  return (flag) => {
    switch (flag) {
      case BUY_FLAGS.upgrade:
        return { title: t('done_upgrade'), text: active('done_upgrade_text') }
      case BUY_FLAGS.downgrade: {
        const text = next
          ? t('done_downgrade_text', { plan: productName(next.plan), date: date(seconds(next.startsAt)) })
          : t('done_downgrade_later')
        return { title: t('done_downgrade'), text }
      }
      case BUY_FLAGS.freeTrial:
      case BUY_FLAGS.freeTrialPro: {
        const text = trialEnd === null ? t('done_trial_cancel') : t('done_trial_text', { date: date(seconds(trialEnd)) })
        return { title: t('done_trial'), text }
      }
      case BUY_FLAGS.other:
        return { title: t('done_minutes'), text: t('done_minutes_text') }
      default:
        return { title: t('done_subscribe'), text: active('done_subscribe_text') }
    }
  }
}
