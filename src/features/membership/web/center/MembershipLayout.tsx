import { useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '#shared/paths.ts'
import { classes } from '#ui/styles/classes.ts'
import { PageLink } from '#ui/link/PageLink.tsx'
import { usePageTitle } from '#browser/page/pageTitle.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

export type MembershipLayoutProps = {
  /** The heading of the page and the document title. */
  title: string
  /** One sentence below the heading. */
  lead?: ReactNode
  children: ReactNode
}

/** The common layout of the membership pages (A§2 /member/*): a heading and a navigation. */
export function MembershipLayout({ title, lead, children }: MembershipLayoutProps) {
  const t = useTranslations('membership')
  const currentPath = useRouterState({ select: (state) => state.location.pathname.replace(/\/$/, '') })
  usePageTitle(title)
  const pages = [
    [paths.memberIndex(), t('member_overview')],
    [paths.memberPurchase(), t('member_plans')],
    [paths.memberHistory(), t('member_history')],
    [paths.memberBillings(), t('member_billing')],
    [paths.memberManage(), t('member_manage')],
  ] as const
  return (
    <div className="grid max-w-[60rem] grid-cols-1 content-start gap-6 px-12 py-9 max-md:px-6 max-sm:px-4 max-sm:py-5">
      <header className="grid grid-cols-1 gap-1">
        <h1 className="text-2xl font-[640] tracking-[-0.02em] text-balance">{title}</h1>
        {lead && <p className="text-base text-ink2">{lead}</p>}
      </header>
      <nav aria-label={t('member_nav')} className="flex gap-x-5 overflow-x-auto border-b border-line">
        {pages.map(([to, name]) => (
          <PageLink
            key={to}
            to={to}
            aria-current={currentPath === to ? 'page' : undefined}
            className={classes(
              '-mb-px flex h-11 flex-none items-center rounded-t-sm border-b-2 text-md',
              currentPath === to ? 'border-accent font-[600] text-ink' : 'border-transparent text-ink2 hover:text-ink',
            )}
          >
            {name}
          </PageLink>
        ))}
      </nav>
      {children}
    </div>
  )
}
