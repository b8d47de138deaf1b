import { ArrowDown } from 'lucide-react'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '#ui/button/Button.tsx'
import { classes } from '#ui/styles/classes.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { LiveWords } from '../../contract.ts'
import { formatTimestamp } from '#shared/timestamp.ts'

/** Scrolled up further than this, the log no longer follows the newest words. */
const FOLLOW_DISTANCE = 24

/**
 * The words of the running recording: confirmed ones that grow brighter towards the end, then those that may still change. It
 * follows the newest ones until the user scrolls up. Screen readers read it only on request, because it changes constantly.
 */
export function LiveWordsLog({ words }: { words: LiveWords }) {
  const t = useTranslations('recorder')
  const { log, isFollowing, onScroll, follow } = useFollowing(words)
  const lines = withTail(words)
  return (
    <section className="flex min-h-40 flex-1 flex-col">
      <div className="relative flex min-h-0 flex-1 flex-col">
        <div
          ref={log}
          role="log"
          aria-live="off"
          aria-label={t('live_words')}
          // Arrow keys scroll it.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          onScroll={onScroll}
          className={classes(
            'flex min-h-0 flex-1 basis-0 flex-col overflow-y-auto overscroll-contain rounded-sm',
            isFollowing && '[mask-image:linear-gradient(#0003,#000_62%)]',
          )}
        >
          {/* At the bottom while there are few words. */}
          <div className="mt-auto grid gap-5 pb-1 max-sm:gap-3">
            {lines.map((line, index) => (
              <Line key={index} line={line} isLast={index === lines.length - 1} />
            ))}
          </div>
        </div>
        {!isFollowing && (
          <Button
            size="sm"
            className="absolute bottom-1 left-1/2 -translate-x-1/2"
            icon={<ArrowDown aria-hidden />}
            onClick={follow}
          >
            {t('live_follow')}
          </Button>
        )}
      </div>
      <LiveWordsStatus words={words} />
    </section>
  )
}

/** Explains why there are no words, or why they have stopped. Always takes up space, so that nothing moves. */
function LiveWordsStatus({ words: { status, lines, tail } }: { words: LiveWords }) {
  const t = useTranslations('recorder')
  const isEmpty = lines.length === 0 && tail === null
  const isStopped = status === 'paused' || status === 'taken' || status === 'unavailable'
  return (
    <p role="status" className={classes('min-h-6 text-center text-md text-pretty', isStopped ? 'text-warn' : 'text-ink2')}>
      {isStopped ? t(`live_${status}`) : isEmpty && t('live_waiting')}
    </p>
  )
}

function Line({ line: { start, text, tail }, isLast }: { line: ShownLine; isLast: boolean }) {
  return (
    <div className="grid grid-cols-[4rem_1fr] max-sm:grid-cols-[3.25rem_1fr]">
      <span className="tabular text-sm leading-10 text-ink3 max-sm:leading-7">{formatTimestamp(start)}</span>
      <p
        dir="auto"
        className="min-w-0 text-left text-[1.625rem] leading-10 tracking-[-0.01em] break-words text-ink2 max-sm:text-lg max-sm:leading-7"
      >
        {text}
        {tail !== '' && <span className="text-ink">{tail}</span>}
        {isLast && <Cursor />}
      </p>
    </div>
  )
}

const Cursor = () => <span aria-hidden className="ml-1.5 inline-block h-[1em] w-0.5 bg-signal align-[-0.15em]" />

type ShownLine = { readonly start: number; readonly text: string; readonly tail: string }

/** Returns the lines with the words that may still change at the end of the last one or in a new one. */
function withTail({ lines, tail }: LiveWords): ShownLine[] {
  const shown = lines.map((line) => ({ ...line, tail: '' }))
  const last = shown.at(-1)
  if (!tail) return shown
  if (tail.is_new_line || !last) return [...shown, { start: tail.start, text: '', tail: tail.text.trimStart() }]
  return [...shown.slice(0, -1), { ...last, tail: tail.text }]
}

/** Keeps an element scrolled to its end, until the user scrolls up. */
function useFollowing(words: LiveWords) {
  const log = useRef<HTMLDivElement>(null)
  const [isFollowing, setFollowing] = useState(true)
  const scrollToEnd = useCallback(() => {
    if (log.current) log.current.scrollTop = log.current.scrollHeight
  }, [])
  // Before the browser paints, so that the new words do not flash below the edge.
  useLayoutEffect(() => {
    if (isFollowing) scrollToEnd()
  }, [isFollowing, scrollToEnd, words])
  // A marker below the log makes it lower.
  useEffect(() => {
    // jsdom has no ResizeObserver.
    if (!log.current || !isFollowing || typeof ResizeObserver === 'undefined') return undefined
    const sizes = new ResizeObserver(scrollToEnd)
    sizes.observe(log.current)
    return () => sizes.disconnect()
  }, [isFollowing, scrollToEnd])
  const onScroll = () => {
    const element = log.current
    if (element) setFollowing(element.scrollHeight - element.scrollTop - element.clientHeight <= FOLLOW_DISTANCE)
  }
  return { log, isFollowing, onScroll, follow: () => setFollowing(true) }
}
