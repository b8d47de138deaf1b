import { Chip } from '#ui/badge/Chip.tsx'
import { classes } from '#ui/styles/classes.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { PlanBenefits, PLANS } from './PlanBenefits.tsx'
import { useMembership } from '../MembershipContext.ts'
import { MembershipLayout } from './MembershipLayout.tsx'

/** /member/purchase (A§2): compares the plans. The page shows that nothing is sold yet. */
export function PurchasePage() {
  const t = useTranslations('membership')

  const currentPlan = useMembership().membership?.membership_type
  return (
    <MembershipLayout title={t('member_plans')} lead={t('member_not_sold')}>
      <div className="grid gap-3.5 md:grid-cols-3">
        {PLANS.map((plan) => (
          <section
            key={plan}
            aria-labelledby={`plan-${plan}`}
            className={classes(
              'grid grid-cols-1 content-start gap-4 rounded-lg border bg-raised p-5',
              plan === currentPlan ? 'border-accent' : 'border-line',
            )}
          >
            <div className="flex min-h-7 items-center justify-between gap-2">
              <h2 id={`plan-${plan}`} className="text-lg font-[620]">
                {t(`plan_${plan}`)}
              </h2>
              {plan === currentPlan && <Chip tone="accent">{t('member_your_plan')}</Chip>}
            </div>
            {plan !== 'starter' && <p className="text-sm text-ink3">{t('member_every_plan')}</p>}
            <PlanBenefits plan={plan} />
          </section>
        ))}
      </div>
    </MembershipLayout>
  )
}
