import { Link } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { Membership } from '../../MembershipContext.ts'
import { ActivationCodeForm } from './ActivationCodeForm.tsx'

const TRIAL_QUESTIONS = ['trial_ends', 'trial_cancel'] as const
/** Where nothing is sold, no price follows a trial. */
const GIVEN_TRIAL_QUESTIONS = ['trial_none'] as const
const GENERAL_QUESTIONS = ['minute', 'returned', 'carry_over', 'reset', 'run_out', 'change', 'plan_ends'] as const
type QuestionId = (typeof TRIAL_QUESTIONS)[number] | (typeof GIVEN_TRIAL_QUESTIONS)[number] | (typeof GENERAL_QUESTIONS)[number]

/** Questions about the trial, plans and minutes, and the field for activation codes (A§2). */
export function Questions({ membership }: { membership: Membership }) {
  const t = useTranslations('membership')
  return (
    <section aria-labelledby="questions" className="flex min-w-0 flex-col gap-2.5 lg:self-start">
      <h2 id="questions" className="flex min-h-6 items-baseline text-base font-[640]">
        {t('questions_title')}
      </h2>
      <div className="flex flex-1 flex-col rounded-lg border border-line bg-raised pt-1">
        <Group name={t('questions_trial')}>
          {(membership.can_buy ? TRIAL_QUESTIONS : GIVEN_TRIAL_QUESTIONS).map((id, index) => (
            <Question key={id} id={id} isOpen={membership.is_free_trial_now && index === 0} />
          ))}
        </Group>
        <Group name={t('questions_general')}>
          <GeneralItems canBuy={membership.can_buy} />
        </Group>
        <Group name={t('questions_code')}>
          <ActivationCodeForm />
        </Group>
        <div className="mt-auto flex min-h-11.5 flex-wrap items-center justify-between gap-x-4 border-t border-line px-4.5 text-md">
          <Link to="/appfaq" className={`${FOOTER_LINK_CLASS} font-[560] text-accent`}>
            {t('questions_more')}
          </Link>
          <Link to="/user-agreement" className={`${FOOTER_LINK_CLASS} text-ink2`}>
            {t('questions_agreement')}
          </Link>
        </div>
      </div>
    </section>
  )
}

/** The seven general questions alone, for the page with the plans (A§2). */
export function GeneralQuestions({ canBuy }: { canBuy: boolean }) {
  const t = useTranslations('membership')
  return (
    <section aria-labelledby="questions" className="grid grid-cols-1 gap-2.5">
      <h2 id="questions" className="text-base font-[640]">
        {t('questions_title')}
      </h2>
      <div className="rounded-lg border border-line bg-raised py-1">
        <GeneralItems canBuy={canBuy} />
      </div>
    </section>
  )
}

const GeneralItems = ({ canBuy }: { canBuy: boolean }) =>
  GENERAL_QUESTIONS.map((id) => <Question key={id} id={id} answer={id === 'change' && !canBuy ? 'change_operator' : id} />)

const FOOTER_LINK_CLASS = 'inline-flex items-center rounded-sm hover:underline pointer-coarse:min-h-11'

function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div role="group" aria-label={name} className="pb-2">
      <h3 className="px-4.5 pt-3 pb-1 text-xs font-[550] tracking-[0.02em] text-ink3">{name}</h3>
      {children}
    </div>
  )
}

type QuestionProps = { id: QuestionId; answer?: QuestionId | 'change_operator'; isOpen?: boolean }

/** A question that opens to its answer. */
function Question({ id, answer = id, isOpen = false }: QuestionProps) {
  const t = useTranslations('membership')
  return (
    <details open={isOpen} className="group">
      <summary className="flex min-h-9.5 list-none items-center justify-between gap-3 px-4.5 py-1.5 text-md group-open:font-[580] pointer-coarse:min-h-11 focus-visible:-outline-offset-2 [&::-webkit-details-marker]:hidden">
        {t(`questions_${id}`)}
        <ChevronDown
          aria-hidden
          className="size-4 flex-none text-ink3 transition-transform group-open:rotate-180 motion-reduce:transition-none"
        />
      </summary>
      <p className="pr-10 pb-2.5 pl-4.5 text-sm leading-5 text-ink2">{t(`questions_${answer}_answer`)}</p>
    </details>
  )
}
