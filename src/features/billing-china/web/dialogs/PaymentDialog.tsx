import { useEffect, useState } from 'react'
import { seconds } from '#shared/units.ts'
import { addMonths } from '#shared/addMonths.ts'
import { paths } from '#shared/paths.ts'
import { basePath } from '#browser/page/basePath.ts'
import { formatPrice } from '#features/membership/web.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import { reloadPage } from '#browser/page/openPage.ts'
import { now } from '#browser/timers/time.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import type { DialogProps } from '#ui/dialog/openDialog.ts'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { RadioGroup } from '#ui/form/RadioGroup.tsx'
import type { ChangeDetail, PayPlatform, Product } from '../../contract.ts'
import { PACK_MONTHS } from '#features/membership/rules.ts'
import { isPlanKey, planMonths, PLANS } from '../../rules.ts'
import { storePaidFlag } from '../paidFlag.ts'
import { usePayMethods } from '../usePayMethods.ts'
import { usePayment } from '../usePayment.ts'
import { useProductTitle } from '../useProductTitle.ts'
import { setBuying } from '../usePurchase.ts'
import { productOf } from '../products.ts'
import { QrSquare } from './QrSquare.tsx'

declare module '#ui/dialog/openDialog.ts' {
  interface DialogParameters {
    qrPayment: { product: Product; change?: ChangeDetail }
  }
}

/** Shows the QR code of an order, after the terms are accepted (A§2, A§4). When it is paid, the page is loaded again. */
export function PaymentDialog({ open, onClose, product, change }: DialogProps<'qrPayment'>) {
  const t = useTranslations('billing-china')
  const name = useProductTitle()(product.uniq_name)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="medium"
      title={product.type === 'traffic' ? t('buy_title', { name }) : t('plan_title', { name })}
    >
      {open && <Payment product={product} change={change} />}
    </Dialog>
  )
}

type PaymentProps = { product: Product; change: ChangeDetail | undefined }

/** Everything of a payment. Closing the dialog removes it, and with it the code and its timers (A§4). */
function Payment({ product, change }: PaymentProps) {
  const t = useTranslations('billing-china')
  const methods = usePayMethods()
  const [isAgreed, setAgreed] = useState(false)
  const [chosen, setPlatform] = useState<PayPlatform>()
  const platform = chosen ?? methods[0]
  const onPaid = () => {
    storePaidFlag(product.type === 'traffic' ? 'pack' : (change?.change_type ?? 'new'))
    reloadPage()
  }
  const payment = usePayment({ product, change }, onPaid)
  useEffect(() => {
    setBuying(productOf(product.uniq_name) ?? null)
    return () => setBuying(null)
  }, [product])
  const agree = (isNowAgreed: boolean) => {
    setAgreed(isNowAgreed)
    if (isNowAgreed && platform) payment.fetch(platform)
    else payment.reset()
  }
  const choose = (next: PayPlatform) => {
    setPlatform(next)
    if (isAgreed) payment.fetch(next)
  }
  return (
    <>
      <div className="grid gap-6 sm:grid-cols-[minmax(0,1fr)_15rem]">
        <Terms product={product} change={change} />
        <div className="grid content-start justify-items-center gap-3.5">
          {platform && methods.length > 1 && (
            <RadioGroup
              label={t('pay_with')}
              hideLabel
              variant="segments"
              value={platform}
              onChange={choose}
              options={methods.map((method) => ({ value: method, label: t(`channel_${method}`) }))}
            />
          )}
          <QrSquare state={payment.state} platform={platform} onRefresh={() => platform && payment.fetch(platform)} />
        </div>
      </div>
      <div className="mt-5 border-t border-line pt-4">
        <Checkbox checked={isAgreed} onChange={agree} label={<AcceptedTerms product={product} />} />
      </div>
    </>
  )
}

function AcceptedTerms({ product }: { product: Product }) {
  const t = useTranslations('billing-china')
  return (
    <>
      {t('terms_accept')}{' '}
      <a href={basePath + paths.userAgreement()} target="_blank" rel="noopener noreferrer" className="text-accent underline">
        {product.purchase_type === 'sub' ? t('terms_plan') : t('terms_purchase')}
      </a>
    </>
  )
}

/** What is paid, for what, and what follows. */
function Terms({ product, change }: PaymentProps) {
  const t = useTranslations('billing-china')
  const locale = useLocale()
  const price = (amount: number) => formatPrice(locale, { currency: 'CNY' }, amount)
  const isLater = change?.change_type === 'downgrade'
  return (
    <div>
      <p className="text-sm text-ink2">{t('to_pay')}</p>
      <p className="text-[2.5rem] leading-[3rem] font-[300] tracking-[-0.03em]">
        {price(isLater ? 0 : (change?.amount ?? product.price))}
      </p>
      {change?.change_type === 'upgrade' && change.credit > 0 && (
        <p className="text-sm text-ink2">{t('credit', { amount: price(change.credit) })}</p>
      )}
      <dl className="mt-4 divide-y divide-line border-y border-line text-md">
        <Rows product={product} change={change} price={price(product.price)} />
      </dl>
    </div>
  )
}

type RowsProps = { product: Product; change: ChangeDetail | undefined; price: string }

function Rows({ product, change, price }: RowsProps) {
  const t = useTranslations('billing-china')
  const { date, number } = useFormat()
  const { uniq_name: key } = product
  if (!isPlanKey(key))
    return (
      <>
        <Row label={t('row_content')}>{t('content_pack', { minutes: number(product.minutes ?? 0) })}</Row>
        <Row label={t('row_valid')}>{t('valid_until', { date: date(addMonths(new Date(now()), PACK_MONTHS).getTime()) })}</Row>
      </>
    )
  const start = change?.change_type === 'downgrade' ? seconds(change.start_time) : now()
  const end = change ? seconds(change.end_time) : addMonths(new Date(start), planMonths(key)).getTime()
  const isYearly = PLANS[key].interval === 'year'
  return (
    <>
      <Row label={t('row_content')}>{t(`content_${PLANS[key].tier}`)}</Row>
      <Row label={t('row_valid')}>{t('valid_from_to', { start: date(start), end: date(end) })}</Row>
      <Row label={t('row_renewal')}>{isYearly ? t('renews_yearly', { price }) : t('renews_monthly', { price })}</Row>
    </>
  )
}

const Row = ({ label, children }: { label: string; children: string }) => (
  <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-3 py-2.5">
    <dt className="text-ink2">{label}</dt>
    <dd>{children}</dd>
  </div>
)
