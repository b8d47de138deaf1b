import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { SPOKEN_LANGUAGES } from '#features/me/rules.ts'
import { Chip } from '#ui/Chip.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { useWords } from '#ui/words.ts'
import { FACTS_OF_ALL, FACTS_OF_MORE, LANGUAGES_PROMISED, minutesOf } from './planFacts.ts'
import type { FactWord, Plan, PlanFact } from './planFacts.ts'

/** The benefits of a plan with its minutes first. Benefits of a later version are marked. */
export function Facts({ plan }: { plan: Plan }) {
  const t = useWords('pages')
  const { number } = useFormat()
  const minutes = minutesOf(plan)
  return (
    <ul className="grid content-start gap-2">
      <Fact>{minutes === null ? t('member_fact_unlimited') : t('member_fact_minutes', { minutes: number(minutes) })}</Fact>
      {plan === 'starter' ? <EveryPlan /> : FACTS_OF_MORE.map((fact) => <NamedFact key={fact.word} {...fact} />)}
    </ul>
  )
}

function EveryPlan() {
  const t = useWords('pages')
  const { number } = useFormat()
  return (
    <>
      <Fact>{t('member_fact_languages', { all: number(LANGUAGES_PROMISED), today: number(SPOKEN_LANGUAGES.length) })}</Fact>
      {FACTS_OF_ALL.map((fact) => (
        <NamedFact key={fact.word} {...fact} />
      ))}
    </>
  )
}

function NamedFact({ word, isLater }: PlanFact) {
  const t = useWords('pages')
  const app = useWords('app')
  const names: Record<FactWord, string> = {
    devices: t('member_fact_devices'),
    sync: t('member_fact_sync'),
    sharing: t('member_fact_sharing'),
    export: t('member_fact_export'),
    ask: app('ask_ai'),
    templates: t('member_fact_templates'),
    community: t('member_fact_community'),
    custom: t('member_fact_custom'),
  }
  return <Fact isLater={isLater}>{names[word]}</Fact>
}

function Fact({ isLater = false, children }: { isLater?: boolean; children: ReactNode }) {
  const t = useWords('pages')
  return (
    <li className="flex items-start gap-2 text-md text-ink2">
      <Check aria-hidden className="mt-0.5 size-4 flex-none text-accent" />
      <span className="min-w-0 flex-1">{children}</span>
      {isLater && <Chip>{t('member_later')}</Chip>}
    </li>
  )
}
