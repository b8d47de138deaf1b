import { useSearch } from '@tanstack/react-router'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Button } from '#ui/button/Button.tsx'
import { RadioGroup } from '#ui/form/RadioGroup.tsx'
import type { Membership } from '../../MembershipContext.ts'
import { useArePricesLoading, useBilledMembership, useMembershipOffers } from '../../offers/offersStore.ts'
import { type BillingPeriod, formatCurrencyName, splitPlan } from '../../offers/products.ts'
import { LoadingPanel } from '../LoadingPanel.tsx'
import { MembershipLayout } from '../MembershipLayout.tsx'
import { useEventTarget } from '../eventTarget.ts'
import { GeneralQuestions } from '../questions/Questions.tsx'
import { ComparisonTable } from './ComparisonTable.tsx'
import { HourPacks } from './HourPacks.tsx'
import { PlanCards } from './PlanCards.tsx'

/** /member/purchase (A§2): the plans, the packs of minutes, a comparison and questions; without prices where nothing is sold. */
export function PurchasePage() {
  const t = useTranslations('membership')
  const { membership, error, retry, retrying } = useBilledMembership()
  if (membership) return <Plans membership={membership} />
  return (
    <MembershipLayout isSubpage title={t('member_plans')}>
      {error ? (
        <ErrorState error={error} title={t('member_failed')} onRetry={retry} retrying={retrying} />
      ) : (
        <LoadingPanel type="loading" className="py-24" />
      )}
    </MembershipLayout>
  )
}

function Plans({ membership }: { membership: Membership }) {
  const t = useTranslations('membership')
  const own = useMembershipOffers()?.subscription
  const [period, setPeriod] = useState<BillingPeriod>(own ? splitPlan(own.plan).period : 'yearly')
  const { from } = useSearch({ from: '/main/member/purchase' })
  useEventTarget(from, membership.can_buy ? 'packs' : 'no packs')
  return (
    <MembershipLayout
      isSubpage
      title={t('member_plans')}
      actions={membership.can_buy && <PeriodChoice period={period} onChange={setPeriod} />}
    >
      <PricesFailed />
      <PlanCards period={period} membership={membership} />
      {membership.can_buy && <HourPacks />}
      <ComparisonTable />
      <GeneralQuestions canBuy={membership.can_buy} />
    </MembershipLayout>
  )
}

function PeriodChoice({ period, onChange }: { period: BillingPeriod; onChange: (period: BillingPeriod) => void }) {
  const t = useTranslations('membership')
  return (
    <>
      <Currency />
      <RadioGroup
        label={t('plans_period')}
        hideLabel
        variant="segments"
        value={period}
        onChange={onChange}
        options={[
          { value: 'yearly', label: t('plans_yearly') },
          { value: 'monthly', label: t('plans_monthly') },
        ]}
      />
    </>
  )
}

/** Says that the prices could not be loaded, and loads them again. */
function PricesFailed() {
  const t = useTranslations('membership')
  const tUi = useTranslations('ui')
  const offers = useMembershipOffers()
  if (offers?.prices !== 'failed') return null
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border border-line bg-raised px-4 py-2.5"
    >
      <p className="text-md">{t('plans_failed')}</p>
      <Button icon={<RotateCw aria-hidden />} onClick={offers.retryPrices}>
        {tUi('try_again')}
      </Button>
    </div>
  )
}

/** "Prices in US dollars", once there are prices. */
function Currency() {
  const t = useTranslations('membership')
  const locale = useLocale()
  const currency = useMembershipOffers()?.currency
  const isLoading = useArePricesLoading()
  return (
    // On phones below the choice, which does not move when the prices arrive.
    <p className="min-h-5 text-sm text-ink2 max-sm:order-last max-sm:basis-full">
      {!isLoading && currency && t('plans_currency', { currency: formatCurrencyName(locale, currency) })}
    </p>
  )
}
