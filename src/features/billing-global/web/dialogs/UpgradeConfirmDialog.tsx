import { ArrowRight, CalendarClock, Gauge, PiggyBank, Timer } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import type { z } from 'zod/mini'
import { addMonths } from '#shared/addMonths.ts'
import { isRefused } from '#shared/client.ts'
import { type Millis, minutes, seconds } from '#shared/units.ts'
import {
  formatPrice,
  type PlanProduct,
  splitPlan,
  useMembership,
  useMembershipOffers,
  useProductName,
} from '#features/membership/web.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import { openPage } from '#browser/page/openPage.ts'
import { useInterval, useNow } from '#browser/timers/timerHooks.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import type { DialogProps } from '#ui/dialog/openDialog.ts'
import { useExplainError } from '#ui/feedback/useExplainError.ts'
import { useFailureToast } from '#ui/toast/useFailureToast.ts'
import { useToast } from '#ui/toast/useToast.ts'
import type { PreviewInvoice } from '../../contract.ts'
import { BUY_FLAGS } from '../../rules.ts'
import { billingClient } from '../billingClient.ts'
import { reloadWithNotice } from '../reloadFlag.ts'
import { keepsPeriod, UpgradeLines, upgradeAmounts } from './UpgradeLines.tsx'

declare module '#ui/dialog/openDialog.ts' {
  interface DialogParameters {
    upgradeConfirm: {
      product: PlanProduct
      /** The price that was asked for. Another tab may have asked for another one since. */
      priceId: string
      /** The plan that is upgraded; null when it was not known here. */
      from: PlanProduct | null
      preview: z.infer<typeof PreviewInvoice>
      /** When the amount expires by the clock of this device, which may differ from that of the server. */
      expiresAt: Millis
    }
  }
}

type Upgrade = Omit<DialogProps<'upgradeConfirm'>, 'open' | 'onClose'>

/** How often the time for which the amount holds is updated, and an open invoice is asked for (A§9). */
const MINUTE = minutes(1)

/** Confirms an upgrade with every line of its price (A§2, A§4). */
export function UpgradeConfirmDialog({ open, onClose, ...upgrade }: DialogProps<'upgradeConfirm'>) {
  const { preview, expiresAt } = upgrade
  const t = useTranslations('billing-global')
  const locale = useLocale()
  const price = (amount: number) => formatPrice(locale, preview, amount)
  const [now, payment] = [useNow(MINUTE), useUpgradePayment(upgrade)]
  const left = Math.max(0, Math.ceil((expiresAt - now) / MINUTE))
  const isExpired = left === 0
  const onPlanChange = useEffectEvent(payment.hasBegun ? payment.check : onClose)
  const isPlanChanged = useIsPlanChanged(upgrade.from)
  useEffect(() => {
    if (isPlanChanged) onPlanChange()
  }, [isPlanChanged, payment.hasBegun])
  return (
    <Dialog
      open={open}
      onClose={onClose}
      dismissible={!payment.isBusy}
      title={useUpgradeTitle(upgrade)}
      footer={
        <>
          <span role="timer" className="mr-auto text-sm text-ink2">
            {payment.bankUrl !== null
              ? t('upgrade_waiting')
              : isExpired
                ? t('upgrade_expired')
                : t('upgrade_holds', { count: left })}
          </span>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          {payment.bankUrl === null ? (
            <Button variant="main" busy={payment.isBusy} disabledReason={isExpired && t('upgrade_expired')} onClick={payment.pay}>
              {t('upgrade_pay', { price: price(preview.amount_due) })}
            </Button>
          ) : (
            <Button variant="main" onClick={() => openPage(payment.bankUrl ?? '')}>
              {t('upgrade_bank')}
            </Button>
          )}
        </>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <Change {...upgrade} />
        <UpgradeLines {...upgrade} />
        <Promises {...upgrade} />
      </div>
    </Dialog>
  )
}

/** Names the plan, or the period when only that changes. */
function useUpgradeTitle({ product, from }: Upgrade): string {
  const t = useTranslations('billing-global')
  const { plan } = splitPlan(product)
  const name = useTranslations('membership')(`plan_${plan}`)
  return t(from && splitPlan(from).plan === plan ? 'upgrade_title_yearly' : 'upgrade_title', { plan: name })
}

/** Returns whether the plan is not the one any more that is upgraded: this payment or another tab has changed it. */
function useIsPlanChanged(from: PlanProduct | null): boolean {
  const offers = useMembershipOffers()
  return from !== null && offers !== undefined && offers.subscription?.plan !== from
}

/** Pays an upgrade, and follows its invoice until it is paid (A§4). */
function useUpgradePayment({ preview, priceId }: Upgrade) {
  const t = useTranslations('billing-global')
  const fail = useFailureToast()
  const toast = useToast()
  const explain = useExplainError()
  const [invoiceId, setInvoiceId] = useState<string | null>(null)
  const [bankUrl, setBankUrl] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const check = async (id: string) => {
    const { data } = await billingClient.invoice({ params: { id } })
    if (data.status === 'paid') reloadWithNotice(BUY_FLAGS.upgrade)
  }
  const checkAgain = () => invoiceId && void check(invoiceId).catch(() => undefined)
  useInterval(checkAgain, invoiceId ? MINUTE : null)
  const send = async () => {
    setIsBusy(true)
    try {
      const { data } = await billingClient.upgrade({ params: { id: preview.subscription_id }, body: { price: priceId } })
      setInvoiceId(data.invoice_id)
      setBankUrl(data.hosted_invoice_url)
      await check(data.invoice_id)
      if (data.hosted_invoice_url !== null) setIsBusy(false)
    } catch (error) {
      setIsBusy(false)
      if (isRefused(error, billingClient.upgrade, 'quoteExpired')) fail(t('upgrade_expired'), error)
      else if (isRefused(error, billingClient.upgrade, 'paymentPending')) fail(t('membership_in_progress'), error)
      // A lost answer may have taken effect: general advice to try again would be wrong.
      else toast.error(t('upgrade_unclear'), { requestId: explain(error).requestId })
    }
  }
  return { pay: () => void send(), isBusy, bankUrl, hasBegun: isBusy || invoiceId !== null, check: checkAgain }
}

/** From which plan to which. */
function Change({ product, from }: Upgrade) {
  const offers = useMembershipOffers()
  const own = offers?.subscription
  return (
    <div className="flex items-center gap-4 rounded-md bg-sunken px-4 py-3">
      {from && <PlanLine product={from} amount={own?.plan === from ? own.amount : offers?.amounts[from]} />}
      <ArrowRight aria-hidden className="size-4 flex-none text-ink3" />
      <PlanLine product={product} amount={offers?.amounts[product]} />
    </div>
  )
}

function PlanLine({ product, amount }: { product: PlanProduct; amount: number | null | undefined }) {
  const t = useTranslations('membership')
  const locale = useLocale()
  const offers = useMembershipOffers()
  const { period } = splitPlan(product)
  const price = formatPrice(locale, offers, amount)
  return (
    <span className="grid min-w-0 flex-1 grid-cols-1">
      <strong className="font-[600]">{useProductName()(product)}</strong>
      <span className="text-sm text-ink2">{t(period === 'yearly' ? 'offer_per_year' : 'offer_per_month', { price })}</span>
    </span>
  )
}

/** When the next charge is, and what stays. */
function Promises({ product, from, preview }: Upgrade) {
  const t = useTranslations('billing-global')
  const locale = useLocale()
  const { number, date } = useFormat()
  const planName = useProductName()
  const offers = useMembershipOffers()
  const { membership } = useMembership()
  const now = useNow(null)
  const own = offers?.subscription
  const { stays } = upgradeAmounts(offers?.amounts[product], preview)
  const isYearly = splitPlan(product).period === 'yearly'
  const nextAt =
    own && keepsPeriod({ product, from }, own, now)
      ? seconds(own.periodEnd)
      : addMonths(new Date(now), isYearly ? 12 : 1).getTime()
  const price = formatPrice(locale, offers, offers?.amounts[product])
  const extra = Math.floor((membership?.seconds_left_traffic ?? 0) / 60)
  return (
    <ul className="grid grid-cols-1 gap-2 text-md text-ink2">
      <Note icon={<CalendarClock aria-hidden />}>
        {t(isYearly ? 'upgrade_next_year' : 'upgrade_next_month', { price, date: date(nextAt) })}
      </Note>
      <Note icon={<Timer aria-hidden />}>{t('upgrade_starts', { plan: planName(product) })}</Note>
      {stays > 0 && (
        <Note icon={<PiggyBank aria-hidden />}>{t('upgrade_stays', { price: formatPrice(locale, preview, stays) })}</Note>
      )}
      {extra > 0 && <Note icon={<Gauge aria-hidden />}>{t('upgrade_extra', { count: extra, minutes: number(extra) })}</Note>}
    </ul>
  )
}

const Note = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li className="flex gap-2.5 [&>svg]:mt-0.5 [&>svg]:size-4.5 [&>svg]:flex-none">
    {icon}
    <span>{children}</span>
  </li>
)
