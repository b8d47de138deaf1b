import { use, useState } from 'react'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import { languageTag } from '#shared/locales.ts'
import { RadioGroup } from '#ui/form/RadioGroup.tsx'
import { useMembership } from '../../MembershipContext.ts'
import { BuyingPage } from '../BuyingPage.tsx'
import { MembershipLayout } from '../MembershipLayout.tsx'
import { useEventTarget } from '../eventTarget.ts'
import { ComparisonTable } from './ComparisonTable.tsx'
import { HourPacks } from './HourPacks.tsx'
import { PlanCards } from './PlanCards.tsx'
import { type BillingPeriod, OffersContext } from './prices.ts'

/** /member/purchase (A§2): the plans, the packs of minutes and a comparison. */
export function PurchasePage() {
  return (
    <BuyingPage>
      <Plans />
    </BuyingPage>
  )
}

function Plans() {
  const t = useTranslations('membership')
  const { membership } = useMembership()
  const [period, setPeriod] = useState<BillingPeriod>('yearly')
  useEventTarget('packs')
  if (!membership) return null
  return (
    <MembershipLayout
      isSubpage
      title={t('member_plans')}
      actions={
        <>
          <Currency />
          <RadioGroup
            label={t('plans_period')}
            hideLabel
            variant="segments"
            value={period}
            onChange={setPeriod}
            options={[
              { value: 'yearly', label: t('plans_yearly') },
              { value: 'monthly', label: t('plans_monthly') },
            ]}
          />
        </>
      }
    >
      <PlanCards period={period} membership={membership} />
      <HourPacks />
      <ComparisonTable />
    </MembershipLayout>
  )
}

/** "Prices in US dollars", once there are prices. */
function Currency() {
  const t = useTranslations('membership')
  const locale = useLocale()
  const currency = use(OffersContext)?.currency
  if (currency === undefined) return null
  const name = new Intl.DisplayNames(languageTag(locale), { type: 'currency' }).of(currency) ?? currency
  return <p className="text-sm text-ink2">{t('plans_currency', { currency: name })}</p>
}
