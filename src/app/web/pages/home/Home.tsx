import type { ReactNode } from 'react'
import { minutes } from '#kit/units.ts'
import { usePageTitle } from '#ui/usePageTitle.ts'
import { useNow } from '#ui/useNow.ts'
import { useWords } from '#ui/words.ts'
import { greetingAt } from './greetingAt.ts'
import { QuickActions } from './QuickActions.tsx'

export type HomeProps = {
  /** Of whoever is signed in; undefined until the server has said it. */
  name: string | undefined
  /** There is no recording yet. */
  isEmpty: boolean
  /** How much is on its way, and how much went wrong. */
  running?: number
  troubled?: number
  /** The latest recordings. */
  recent: ReactNode
  /** What is on its way, and the first steps; below, so that nothing moves when they come. */
  children?: ReactNode
}

/** The home page: a greeting, the ways to a new recording and to the old ones, what happened last (B§2). */
export function Home({ name, isEmpty, running = 0, troubled = 0, recent, children }: HomeProps) {
  const t = useWords('app')
  const greeting = greetingAt(new Date(useNow(minutes(1))).getHours())
  usePageTitle(t('home'))
  const now = [running > 0 && t('home_running', { count: running }), troubled > 0 && t('home_troubled', { count: troubled })]
    .filter(Boolean)
    .join(' ')
  return (
    <div className="grid max-w-[68.75rem] grid-cols-1 content-start gap-7 px-12 py-9 max-md:px-6 max-sm:gap-5 max-sm:px-4 max-sm:py-5">
      <header className="grid gap-1">
        <h1 className="text-3xl font-[640] tracking-[-0.02em] text-balance">
          {name ? t(`${greeting}_name`, { name }) : t(greeting)}
        </h1>
        <p className="text-base text-ink2">{now || (isEmpty ? t('home_empty') : t('home_hint'))}</p>
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
