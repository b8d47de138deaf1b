import { Link } from '@tanstack/react-router'
import { days, seconds } from '#shared/units.ts'
import { formatTimestamp } from '#shared/timestamp.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import { useNow } from '#browser/timers/timerHooks.ts'
import { Button, buttonClass } from '#ui/button/Button.tsx'
import { TRIAL_DAYS } from '../../rules.ts'
import { useMembershipOffers, useNoPriceReason } from '../offers/offersStore.ts'
import { formatPrice } from '../offers/products.ts'
import { useTrialCountdown } from '../trial/useFreeTrial.ts'
import type { OfferChoice, UpgradeSource } from './OfferChoice.ts'
import { OfferOption } from './OfferOption.tsx'

/** The plans and minutes of an offer. */
export function PlanOffers({ choice }: { choice: OfferChoice }) {
  const t = useTranslations('membership')
  return (
    <div className="grid grid-cols-1 gap-4">
      <div role="radiogroup" aria-label={t('offer_label')} className="grid grid-cols-1 gap-3">
        {choice.offers.map((offer) => (
          <OfferOption key={offer} offer={offer} choice={choice} />
        ))}
      </div>
      <TrialCountdown />
    </div>
  )
}

/** What is due today, and what follows. It stays above the buttons while the offers scroll. */
function DueToday({ choice: { product, chosen, isAnnual, isTrial } }: { choice: OfferChoice }) {
  const t = useTranslations('membership')
  const { date } = useFormat()
  const locale = useLocale()
  const now = useNow(null)
  const offers = useMembershipOffers()
  const amount = offers?.amounts[product]
  const price = formatPrice(locale, offers, amount)
  const today = formatPrice(locale, offers, isTrial && amount !== undefined ? 0 : amount)
  const follows = isTrial
    ? t(isAnnual ? 'offer_then_year' : 'offer_then_month', { price, date: date(now + days(TRIAL_DAYS)) })
    : chosen === 'pack'
      ? t('offer_no_renewal')
      : t(isAnnual ? 'offer_renews_year' : 'offer_renews_month')
  return (
    <p className={SUMMARY_CLASS}>
      <strong className="text-base font-[600]">{t('offer_today', { price: today })}</strong>
      <span className="text-sm text-ink2">{follows}</span>
    </p>
  )
}

/** How long a running trial lasts, to the second (A§9). */
function TrialCountdown() {
  const t = useTranslations('membership')
  const endsAt = useTrialCountdown()
  const now = useNow(endsAt === null ? null : seconds(1))
  if (endsAt === null || endsAt <= now) return null
  return (
    <p role="timer" className="tabular text-sm text-ink2">
      {t('offer_trial_ends_in', { time: formatTimestamp(endsAt - now) })}
    </p>
  )
}

/** The footer of an offer: what is due, the page with all plans, not now, and the purchase. */
export function OfferButtons({ choice, source, onClose }: { choice: OfferChoice; source: UpgradeSource; onClose: () => void }) {
  const t = useTranslations('membership')
  const offers = useMembershipOffers()
  const tUi = useTranslations('ui')
  const { product, chosen, isTrial } = choice
  const disabledReason = useNoPriceReason(product)
  const label = isTrial
    ? t('limit_trial_start')
    : chosen === 'pack'
      ? t('offer_buy_minutes')
      : t('plans_upgrade', { plan: t(`plan_${chosen}`) })
  return (
    <>
      {offers?.prices === 'failed' ? (
        <p role="alert" className={SUMMARY_CLASS}>
          {t('plans_failed')}
        </p>
      ) : (
        <DueToday choice={choice} />
      )}
      <Link
        to="/member/purchase"
        search={{ from: source }}
        onClick={onClose}
        className={`${buttonClass({ variant: 'quiet' })} mr-auto`}
      >
        {t('limit_all_plans')}
      </Link>
      <Button variant="quiet" onClick={onClose}>
        {t('limit_later')}
      </Button>
      {offers?.prices === 'failed' ? (
        <Button variant="main" onClick={offers.retryPrices}>
          {tUi('try_again')}
        </Button>
      ) : (
        <Button
          variant="main"
          busy={offers?.busy === product}
          disabledReason={disabledReason}
          onClick={() => offers?.buy(product, { isTrial })}
        >
          {label}
        </Button>
      )}
    </>
  )
}

/** The first line of the footer, also on phones, where the main button stands before the others. */
const SUMMARY_CLASS = 'flex basis-full flex-wrap items-baseline justify-between gap-x-4 gap-y-1 pb-2 max-sm:-order-2'
