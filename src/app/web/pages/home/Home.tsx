import type { ReactNode } from 'react'
import { minutes } from '#shared/units.ts'
import { usePageTitle } from '#browser/page/pageTitle.ts'
import { useNow } from '#browser/timers/timerHooks.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { QuickActions } from './QuickActions.tsx'

export type HomeProps = {
  /** The name of the signed-in user; undefined until it is loaded. */
  name: string | undefined
  /** True when there is no recording yet. */
  isEmpty: boolean
  /** The numbers of running and failed uploads and tasks. */
  running?: number
  failed?: number
  /** The latest recordings. */
  recent: ReactNode
  /** Running uploads and tasks, and the first steps. They are at the end, so that nothing moves when they load. */
  children?: ReactNode
}

/** The home page: a greeting, quick actions and the latest recordings (B§2). */
export function Home({ name, isEmpty, running = 0, failed = 0, recent, children }: HomeProps) {
  const t = useTranslations('app')
  const greeting = getGreeting(new Date(useNow(minutes(1))).getHours())
  usePageTitle(t('home'))
  const status = [running > 0 && t('home_running', { count: running }), failed > 0 && t('home_troubled', { count: failed })]
    .filter(Boolean)
    .join(' ')
  return (
    <div className="grid max-w-[68.75rem] grid-cols-1 content-start gap-7 px-12 py-9 max-md:px-6 max-sm:gap-5 max-sm:px-4 max-sm:py-5">
      <header className="grid gap-1">
        <h1 className="text-3xl font-[640] tracking-[-0.02em] text-balance">
          {name ? t(`${greeting}_name`, { name }) : t(greeting)}
        </h1>
        <p className="text-base text-ink2">{status || (isEmpty ? t('home_empty') : t('home_hint'))}</p>
      </header>
      <QuickActions />
      {!isEmpty && (
        <section aria-labelledby="recent" className="grid grid-cols-1 gap-2.5">
          <h2 id="recent" className="text-base font-[640]">
            {t('recent')}
          </h2>
          {recent}
        </section>
      )}
      {children}
    </div>
  )
}

type Greeting = 'good_morning' | 'good_afternoon' | 'good_evening'

/** Returns the greeting for an hour (0 to 23) in local time. */
export function getGreeting(hour: number): Greeting {
  if (hour >= 5 && hour < 12) return 'good_morning'
  return hour >= 12 && hour < 18 ? 'good_afternoon' : 'good_evening'
}
