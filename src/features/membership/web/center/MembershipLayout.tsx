import { Link } from '@tanstack/react-router'
import { ChevronLeft, FlaskConical } from 'lucide-react'
import type { ReactNode } from 'react'
import { useServerSettings } from '#features/site/web.tsx'
import { usePageTitle } from '#browser/page/pageTitle.ts'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import { classes } from '#ui/styles/classes.ts'
import { isFullContentLocale } from './contentLayout.ts'
import { OpenPaymentBanner } from './OpenPaymentBanner.tsx'

export type MembershipLayoutProps = {
  /** The heading of the page and the document title. */
  title: string
  /** Links and controls beside the heading. */
  actions?: ReactNode
  /** A page below the overview, with a link back to it. */
  isSubpage?: boolean
  children: ReactNode
}

/** The common layout of the membership pages (A§2 /member/*). */
export function MembershipLayout({ title, actions, isSubpage = false, children }: MembershipLayoutProps) {
  const t = useTranslations('membership')
  const locale = useLocale()
  usePageTitle(title)
  const isTest = useServerSettings()?.payments_mode === 'test'
  return (
    <div
      className={classes(
        'grid grid-cols-1 content-start gap-6 px-12 py-9 max-md:px-6 max-sm:px-4 max-sm:py-5',
        isFullContentLocale(locale) ? 'max-w-[68.75rem]' : 'max-w-[76rem]',
      )}
    >
      <header className="grid grid-cols-1 gap-1">
        {isSubpage && (
          <Link
            to="/member/index"
            className="-ml-1 inline-flex w-fit items-center gap-1 rounded-sm text-sm text-ink2 hover:text-ink pointer-coarse:min-h-11"
          >
            <ChevronLeft aria-hidden className="size-4" />
            {t('member_title')}
          </Link>
        )}
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <h1
            className={classes(
              'min-w-0 flex-auto text-3xl font-[640] tracking-[-0.02em] text-balance max-sm:text-2xl',
              (!isSubpage || Boolean(actions)) && 'max-sm:basis-full',
            )}
          >
            {title}
          </h1>
          {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </div>
      </header>
      {isTest && <TestPayments />}
      <OpenPaymentBanner />
      {children}
    </div>
  )
}

/** Says on every page about buying that purchases are not real. */
function TestPayments() {
  const t = useTranslations('membership')
  return (
    <p className="flex items-center gap-2 rounded-lg bg-signal px-4 py-2.5 text-md font-[600] text-signal-ink">
      <FlaskConical aria-hidden className="size-5 flex-none" />
      {t('payments_test')}
    </p>
  )
}
