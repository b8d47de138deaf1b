import { useId } from 'react'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import { Chip } from '#ui/badge/Chip.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { classes } from '#ui/styles/classes.ts'
import { useArePricesLoading, useMembershipOffers } from '../offers/offersStore.ts'
import { type PaidPlan, PER_MINUTE_DIGITS, type ProductId, UNKNOWN, formatPrice } from '../offers/products.ts'
import { MONTHLY_SECONDS } from '../../contract.ts'
import { TRIAL_DAYS, wholeMinutes } from '../../rules.ts'
import type { OfferChoice, OfferId } from './OfferChoice.ts'

/** The minutes of the pack that is offered. */
const PACK = 120

/** One plan, or the pack of minutes, as an option of the offer. The chosen plan has its own choices. */
export function OfferOption({ offer, choice }: { offer: OfferId; choice: OfferChoice }) {
  const t = useTranslations('membership')
  const { number } = useFormat()
  const id = useId()
  const planText = useOfferText(offer)
  const isChosen = offer === choice.chosen
  const price = useOfferPrice(offer, isChosen && choice.isAnnual)
  const isLoading = useArePricesLoading()
  return (
    <div
      className={classes(
        'rounded-lg border px-4 py-3',
        isChosen ? 'border-accent ring-1 ring-accent' : 'border-line hover:border-line2',
      )}
    >
      <label className="grid cursor-pointer grid-cols-[auto_1fr_auto] items-baseline gap-x-3 gap-y-0.5">
        <input
          type="radio"
          name="offer"
          className="mt-0.5 size-4.5 self-center accent-accent"
          checked={isChosen}
          aria-describedby={id}
          onChange={() => choice.choose(offer)}
        />
        <strong className="text-base font-[600]">
          {offer === 'pack' ? t('offer_pack', { minutes: number(PACK) }) : t(`plan_${offer}`)}
        </strong>
        {isLoading ? <Skeleton className="h-4 w-24" /> : <span className="tabular text-base font-[600]">{price.price}</span>}
        <span id={id} className="col-span-2 col-start-2 text-md text-ink2">
          {offer === 'pack' ? t('offer_pack_text', { price: price.perMinute }) : planText}
        </span>
      </label>
      {isChosen && offer !== 'pack' && <PlanChoices plan={offer} choice={choice} />}
    </div>
  )
}

/** The trial, and the payment of a year. */
function PlanChoices({ plan, choice }: { plan: PaidPlan; choice: OfferChoice }) {
  const t = useTranslations('membership')
  const { percent } = useFormat()
  const yearly = useOfferPrice(plan, true)
  const discount = useMembershipOffers()?.discounts[`${plan}-yearly`]
  const trialDays = t('trial_days', { count: TRIAL_DAYS })
  return (
    <div className="mt-3 ml-7.5 grid grid-cols-1 gap-1.5 border-t border-line pt-3 text-md">
      {plan === 'pro' && choice.canTry && (
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <Checkbox checked={choice.isTrial} onChange={choice.setTrial} label={t('offer_trial', { days: trialDays })} />
          <span className={SIDE_TEXT_CLASS}>{t('offer_trial_hint')}</span>
        </div>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <span className="flex flex-wrap items-center gap-2">
          <Checkbox checked={choice.isAnnual} onChange={choice.setAnnual} label={t('offer_annual')} />
          <Chip tone="accent">{t('offer_off', { percent: discount ? percent(discount / 100) : UNKNOWN })}</Chip>
        </span>
        <span className={`tabular ${SIDE_TEXT_CLASS}`}>{yearly.price}</span>
      </div>
    </div>
  )
}

/** Beside a checkbox, or below its label. */
const SIDE_TEXT_CLASS = 'pl-7 text-sm text-ink2'

/** Returns the price of an option as text. */
function useOfferPrice(offer: OfferId, isAnnual: boolean): { price: string; perMinute: string } {
  const t = useTranslations('membership')
  const locale = useLocale()
  const offers = useMembershipOffers()
  const product: ProductId = offer === 'pack' ? 'pack-120' : `${offer}-${isAnnual ? 'yearly' : 'monthly'}`
  const amount = offers?.amounts[product]
  const price = formatPrice(locale, offers, amount)
  if (offer === 'pack') {
    const perMinute = formatPrice(locale, offers, amount === undefined ? undefined : amount / PACK, PER_MINUTE_DIGITS)
    return { price: t('offer_once', { price }), perMinute }
  }
  return { price: t(isAnnual ? 'offer_per_year' : 'offer_per_month', { price }), perMinute: '' }
}

/** Returns what a plan gives, in a line. */
function useOfferText(offer: OfferId): string {
  const t = useTranslations('membership')
  const { number } = useFormat()
  if (offer === 'unlimited') return t('member_fact_unlimited')
  return t('member_fact_minutes', { minutes: number(wholeMinutes(MONTHLY_SECONDS.pro ?? 0)) })
}
