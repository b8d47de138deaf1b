import { Link } from '@tanstack/react-router'
import { MessageSquareText } from 'lucide-react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { buttonClass } from '#ui/button/Button.tsx'

/** Shown in a plan without questions (A§6). Where nothing is sold, search is offered instead. */
export function PlanNeeded({ canBuy, level: Heading }: { canBuy: boolean; level: 'h1' | 'h3' }) {
  const t = useTranslations('ask')
  return (
    <div className="grid min-h-full place-items-center content-center gap-3 px-6 py-12 text-center">
      <span className="grid size-11 place-items-center rounded-md bg-accent-soft text-accent [&>svg]:size-5">
        <MessageSquareText aria-hidden />
      </span>
      <Heading className="text-xl font-[640]">{t('plan_title')}</Heading>
      <p className="max-w-[48ch] text-base text-balance text-ink2">{t('plan_text')}</p>
      <div className="mt-2 flex flex-wrap justify-center gap-2">
        {canBuy && (
          <Link to="/member/purchase" search={{ from: 'ask' }} className={buttonClass({ variant: 'main' })}>
            {t('see_plans')}
          </Link>
        )}
        <Link to="/search" className={buttonClass({})}>
          {t('search_instead')}
        </Link>
      </div>
    </div>
  )
}
