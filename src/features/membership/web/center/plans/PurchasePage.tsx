import { useState } from 'react'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import { languageTag } from '#shared/locales.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { RadioGroup } from '#ui/form/RadioGroup.tsx'
import { type Membership, useMembership } from '../../MembershipContext.ts'
import { useMembershipOffers } from '../../offers/offersStore.ts'
import type { BillingPeriod } from '../../offers/products.ts'
import { LoadingPanel } from '../LoadingPanel.tsx'
import { OpenPaymentBanner } from '../OpenPaymentBanner.tsx'
import { MembershipLayout } from '../MembershipLayout.tsx'
import { useEventTarget } from '../eventTarget.ts'
import { GeneralQuestions } from '../questions/Questions.tsx'
import { ComparisonTable } from './ComparisonTable.tsx'
import { HourPacks } from './HourPacks.tsx'
import { PlanCards } from './PlanCards.tsx'

/** /member/purchase (A§2): the plans, the packs of minutes, a comparison and questions; without prices where nothing is sold. */
export function PurchasePage() {
  const t = useTranslations('membership')
  const { membership, error, retry, retrying } = useMembership()
  if (membership) return <Plans membership={membership} />
  if (error) return <ErrorState error={error} title={t('member_failed')} onRetry={retry} retrying={retrying} />
  return <LoadingPanel type="loading" className="py-24" />
}

function Plans({ membership }: { membership: Membership }) {
  const t = useTranslations('membership')
  const [period, setPeriod] = useState<BillingPeriod>('yearly')
  useEventTarget(membership.can_buy ? 'packs' : 'no packs')
  return (
    <MembershipLayout
      isSubpage
      title={t('member_plans')}
      actions={membership.can_buy && <PeriodChoice period={period} onChange={setPeriod} />}
    >
      <OpenPaymentBanner />
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

/** "Prices in US dollars", once there are prices. */
function Currency() {
  const t = useTranslations('membership')
  const locale = useLocale()
  const currency = useMembershipOffers()?.currency
  if (currency === undefined) return null
  const name = new Intl.DisplayNames(languageTag(locale), { type: 'currency' }).of(currency) ?? currency
  return <p className="text-sm text-ink2">{t('plans_currency', { currency: name })}</p>
}
