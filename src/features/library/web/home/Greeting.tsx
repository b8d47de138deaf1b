import { useState } from 'react'
import { useMe } from '#features/profile/web.tsx'
import { minutes } from '#shared/units.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useNow } from '#browser/timers/timerHooks.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { GREETING_ROW, getGreeting } from './getGreeting.ts'
import { NameForm } from './NameForm.tsx'

/** As high as the question for the name, so that nothing moves when it comes or goes. */
const HEADER_CLASS = 'h-17 max-sm:h-22'

/**
 * The greeting for the time of day. Below it are the date and the number of new summaries (undefined until it is known), or, once
 * per account, the question how to call the user.
 */
export function Greeting({ newSummaries }: { newSummaries: number | undefined }) {
  const t = useTranslations('library')
  const { weekday } = useFormat()
  const me = useMe()
  const now = useNow(minutes(1))
  const [isAnswered, setIsAnswered] = useState(false)
  const greeting = getGreeting(new Date(now).getHours())
  if (me?.greet_by_name === null)
    return (
      <header className={HEADER_CLASS}>
        <NameForm email={me.email} greeting={greeting} onAnswered={() => setIsAnswered(true)} />
      </header>
    )
  const text = me && me.greet_by_name !== false ? t(`${greeting}_name`, { name: me.nickname }) : t(greeting)
  const date = weekday(now)
  return (
    <header className={HEADER_CLASS}>
      <h1
        title={text}
        // The answered question had the focus, and the next Tab goes on from here.
        tabIndex={isAnswered ? -1 : undefined}
        ref={isAnswered ? focusIfLost : undefined}
        className={`${GREETING_ROW} outline-none`}
      >
        <span className="truncate">{text}</span>
      </h1>
      <p className="mt-1 text-base text-ink2 max-sm:mt-0 max-sm:text-md">
        {newSummaries ? t('home_new', { date, count: newSummaries }) : date}
      </p>
    </header>
  )
}

function focusIfLost(heading: HTMLHeadingElement | null): void {
  if (document.activeElement === document.body) heading?.focus({ preventScroll: true })
}
