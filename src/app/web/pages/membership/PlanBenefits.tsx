import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { SPOKEN_LANGUAGES } from '#features/profile/rules.ts'
import { Chip } from '#ui/badge/Chip.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { COMMON_BENEFITS, PAID_BENEFITS, PLANNED_LANGUAGES, getPlanMinutes } from './planBenefits.ts'
import type { BenefitName, Plan, PlanBenefit } from './planBenefits.ts'

/** The benefits of a plan with its minutes first. Benefits of a later version are marked. */
export function PlanBenefits({ plan }: { plan: Plan }) {
  const t = useTranslations('pages')
  const { number } = useFormat()
  const minutes = getPlanMinutes(plan)
  return (
    <ul className="grid content-start gap-2">
      <Benefit>{minutes === null ? t('member_fact_unlimited') : t('member_fact_minutes', { minutes: number(minutes) })}</Benefit>
      {plan === 'starter' ? <CommonBenefits /> : PAID_BENEFITS.map((benefit) => <NamedBenefit key={benefit.word} {...benefit} />)}
    </ul>
  )
}

function CommonBenefits() {
  const t = useTranslations('pages')
  const { number } = useFormat()
  return (
    <>
      <Benefit>{t('member_fact_languages', { all: number(PLANNED_LANGUAGES), today: number(SPOKEN_LANGUAGES.length) })}</Benefit>
      {COMMON_BENEFITS.map((benefit) => (
        <NamedBenefit key={benefit.word} {...benefit} />
      ))}
    </>
  )
}

function NamedBenefit({ word, isLater }: PlanBenefit) {
  const t = useTranslations('pages')
  const tApp = useTranslations('app')
  const names: Record<BenefitName, string> = {
    devices: t('member_fact_devices'),
    sync: t('member_fact_sync'),
    sharing: t('member_fact_sharing'),
    export: t('member_fact_export'),
    ask: tApp('ask_ai'),
    templates: t('member_fact_templates'),
    community: t('member_fact_community'),
    custom: t('member_fact_custom'),
  }
  return <Benefit isLater={isLater}>{names[word]}</Benefit>
}

function Benefit({ isLater = false, children }: { isLater?: boolean; children: ReactNode }) {
  const t = useTranslations('pages')
  return (
    <li className="flex items-start gap-2 text-md text-ink2">
      <Check aria-hidden className="mt-0.5 size-4 flex-none text-accent" />
      <span className="min-w-0 flex-1">{children}</span>
      {isLater && <Chip>{t('member_later')}</Chip>}
    </li>
  )
}
