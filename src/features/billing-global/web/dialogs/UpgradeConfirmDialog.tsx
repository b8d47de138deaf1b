import { ArrowRight, CalendarClock, Gauge, Timer } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod/mini'
import { addMonths } from '#shared/addMonths.ts'
import { isRefused } from '#shared/client.ts'
import { minutes, seconds } from '#shared/units.ts'
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
import { openPage, reloadPage } from '#browser/page/openPage.ts'
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

declare module '#ui/dialog/openDialog.ts' {
  interface DialogParameters {
    upgradeConfirm: { product: PlanProduct; preview: z.infer<typeof PreviewInvoice> }
  }
}

/** How often the time for which the amount holds is updated, and an open invoice is asked for (A§9). */
const MINUTE = minutes(1)

/** Confirms an upgrade with every line of its price (A§2, A§4). */
export function UpgradeConfirmDialog({ open, onClose, product, preview }: DialogProps<'upgradeConfirm'>) {
  const t = useTranslations('billing-global')
  const locale = useLocale()
  const price = (amount: number) => formatPrice(locale, preview, amount)
  const [now, payment] = [useNow(MINUTE), useUpgradePayment(preview.subscription_id)]
  const left = Math.max(0, Math.ceil((seconds(preview.expires_at) - now) / MINUTE))
  const isExpired = left === 0
  return (
    <Dialog
      open={open}
      onClose={onClose}
      dismissible={!payment.isBusy}
      title={useUpgradeTitle(product)}
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
        <Change product={product} />
        <Lines product={product} preview={preview} />
        <Promises product={product} />
      </div>
    </Dialog>
  )
}

/** Names the plan, or the period when only that changes. */
function useUpgradeTitle(product: PlanProduct): string {
  const t = useTranslations('billing-global')
  const own = useMembershipOffers()?.subscription
  const { plan } = splitPlan(product)
  const name = useTranslations('membership')(`plan_${plan}`)
  return t(own && splitPlan(own.plan).plan === plan ? 'upgrade_title_yearly' : 'upgrade_title', { plan: name })
}

/** Pays an upgrade, and follows its invoice until it is paid (A§4). */
function useUpgradePayment(subscriptionId: string) {
  const t = useTranslations('billing-global')
  const fail = useFailureToast()
  const toast = useToast()
  const explain = useExplainError()
  const [invoiceId, setInvoiceId] = useState<string | null>(null)
  const [bankUrl, setBankUrl] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const check = async (id: string) => {
    const { data } = await billingClient.invoice({ params: { id } })
    if (data.status === 'paid') reloadPage({ buyflag: String(BUY_FLAGS.upgrade) })
  }
  useInterval(() => invoiceId && void check(invoiceId).catch(() => undefined), invoiceId ? MINUTE : null)
  const send = async () => {
    setIsBusy(true)
    try {
      const { data } = await billingClient.upgrade({ params: { id: subscriptionId }, body: {} })
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
  return { pay: () => void send(), isBusy, bankUrl }
}

/** From which plan to which. */
function Change({ product }: { product: PlanProduct }) {
  const own = useMembershipOffers()?.subscription
  return (
    <div className="flex items-center gap-4 rounded-md bg-sunken px-4 py-3">
      {own && <PlanLine product={own.plan} />}
      <ArrowRight aria-hidden className="size-4 flex-none text-ink3" />
      <PlanLine product={product} />
    </div>
  )
}

function PlanLine({ product }: { product: PlanProduct }) {
  const t = useTranslations('membership')
  const locale = useLocale()
  const offers = useMembershipOffers()
  const { period } = splitPlan(product)
  const price = formatPrice(locale, offers, offers?.amounts[product])
  return (
    <span className="grid min-w-0 flex-1 grid-cols-1">
      <strong className="font-[600]">{useProductName()(product)}</strong>
      <span className="text-sm text-ink2">{t(period === 'yearly' ? 'offer_per_year' : 'offer_per_month', { price })}</span>
    </span>
  )
}

/** What is charged, what is deducted, and what is due. */
function Lines({ product, preview }: Pick<DialogProps<'upgradeConfirm'>, 'product' | 'preview'>) {
  const t = useTranslations('billing-global')
  const locale = useLocale()
  const own = useMembershipOffers()?.subscription
  const price = (amount: number) => formatPrice(locale, preview, amount)
  const planName = useProductName()
  return (
    <dl className="grid grid-cols-1 divide-y divide-line">
      <Line name={planName(product)} value={price(preview.amount_due + preview.amount_left)} />
      {preview.amount_left > 0 && own && (
        <Line name={t('upgrade_unused', { plan: planName(own.plan) })} value={`−${price(preview.amount_left)}`} />
      )}
      <Line name={<strong className="font-[600]">{t('upgrade_due')}</strong>} value={price(preview.amount_due)} isLarge />
    </dl>
  )
}

const Line = ({ name, value, isLarge = false }: { name: ReactNode; value: string; isLarge?: boolean }) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5">
    <dt className="text-md">{name}</dt>
    <dd className={isLarge ? 'tabular text-2xl font-[400]' : 'tabular text-md'}>{value}</dd>
  </div>
)

/** When the next charge is, and what stays. */
function Promises({ product }: { product: PlanProduct }) {
  const t = useTranslations('billing-global')
  const locale = useLocale()
  const { number, date } = useFormat()
  const planName = useProductName()
  const offers = useMembershipOffers()
  const { membership } = useMembership()
  const now = useNow(null)
  const own = offers?.subscription
  const isYearly = splitPlan(product).period === 'yearly'
  const keepsDate = own && splitPlan(own.plan).period === splitPlan(product).period && own.trialEnd === null
  const nextAt = keepsDate ? seconds(own.periodEnd) : addMonths(new Date(now), isYearly ? 12 : 1).getTime()
  const price = formatPrice(locale, offers, offers?.amounts[product])
  const extra = Math.floor((membership?.seconds_left_traffic ?? 0) / 60)
  return (
    <ul className="grid grid-cols-1 gap-2 text-md text-ink2">
      <Note icon={<CalendarClock aria-hidden />}>
        {t(isYearly ? 'upgrade_next_year' : 'upgrade_next_month', { price, date: date(nextAt) })}
      </Note>
      <Note icon={<Timer aria-hidden />}>{t('upgrade_starts', { plan: planName(product) })}</Note>
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
