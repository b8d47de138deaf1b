import { Check } from 'lucide-react'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { BUNDLED_LANGUAGES } from '#shared/spokenLanguages.ts'
import { Tooltip } from '#ui/tooltip/Tooltip.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { MONTHLY_SECONDS } from '../../contract.ts'
import { wholeMinutes } from '../../rules.ts'

/** The benefits of a plan with its minutes first. */
export function PlanBenefits({ plan }: { plan: Plan }) {
  const t = useTranslations('membership')
  const { number } = useFormat()
  const minutes = getPlanMinutes(plan)
  return (
    <ul className="grid content-start gap-2">
      <Benefit>{minutes === null ? t('member_fact_unlimited') : t('member_fact_minutes', { minutes: number(minutes) })}</Benefit>
      {plan === 'starter' ? (
        <StarterBenefits />
      ) : (
        <>
          <Benefit>
            <EverythingInStarter />
          </Benefit>
          {PAID_BENEFITS.map((name) => (
            <NamedBenefit key={name} name={name} />
          ))}
        </>
      )}
    </ul>
  )
}

function StarterBenefits() {
  const t = useTranslations('membership')
  const { number } = useFormat()
  return (
    <>
      <Benefit>{t('member_fact_languages', { all: number(LANGUAGES), today: number(BUNDLED_LANGUAGES.length) })}</Benefit>
      {STARTER_BENEFITS.map((name) => (
        <NamedBenefit key={name} name={name} />
      ))}
    </>
  )
}

/** "Everything in Starter", with the features of the starter plan in a tooltip (A§2). */
function EverythingInStarter() {
  const t = useTranslations('membership')
  const { number } = useFormat()
  const id = useId()
  const names = useBenefitNames()
  const features = [
    t('member_fact_languages', { all: number(LANGUAGES), today: number(BUNDLED_LANGUAGES.length) }),
    ...STARTER_BENEFITS.map((name) => names[name]),
  ]
  return (
    <>
      <Tooltip
        label={
          <span className="grid">
            {features.map((feature) => (
              <span key={feature}>{feature}</span>
            ))}
          </span>
        }
      >
        <button
          type="button"
          aria-describedby={id}
          className="cursor-help rounded-sm text-left underline decoration-dotted underline-offset-4"
        >
          {t('plans_everything_in_starter')}
        </button>
      </Tooltip>
      <span id={id} hidden>
        {features.join('; ')}
      </span>
    </>
  )
}

function NamedBenefit({ name }: { name: BenefitName }) {
  return <Benefit>{useBenefitNames()[name]}</Benefit>
}

function useBenefitNames(): Record<BenefitName, string> {
  const t = useTranslations('membership')
  return {
    devices: t('member_fact_devices'),
    sync: t('member_fact_sync'),
    sharing: t('member_fact_sharing'),
    export: t('member_fact_export'),
    ask: t('member_fact_ask'),
    templates: t('member_fact_templates'),
    community: t('member_fact_community'),
    custom: t('member_fact_custom'),
  }
}

function Benefit({ children }: { children: ReactNode }) {
  return (
    <li className="flex items-start gap-2 text-md text-ink2">
      <Check aria-hidden className="mt-0.5 size-4 flex-none text-accent" />
      <span className="min-w-0 flex-1">{children}</span>
    </li>
  )
}

/** The plans shown on the membership pages (A§6). The backer plan is not listed because it cannot be bought. */
export const PLANS = ['starter', 'pro', 'unlimited'] as const
export type Plan = (typeof PLANS)[number]

/** Returns the minutes of transcription per month (A§6, A§9), or null for an unlimited plan. */
export function getPlanMinutes(plan: Plan): number | null {
  const seconds = MONTHLY_SECONDS[plan]
  return seconds === null ? null : wholeMinutes(seconds)
}

/** The number of transcription languages in the final version (A§6). */
export const LANGUAGES = 112

/** A benefit of a plan besides minutes and languages. */
type BenefitName = 'devices' | 'sync' | 'sharing' | 'export' | 'ask' | 'templates' | 'community' | 'custom'

/** The benefits of every plan (A§6). */
const STARTER_BENEFITS: readonly BenefitName[] = ['devices', 'sync', 'sharing', 'export']

/** The additional benefits of the pro and unlimited plans (A§6). */
const PAID_BENEFITS: readonly BenefitName[] = ['ask', 'templates', 'community', 'custom']
