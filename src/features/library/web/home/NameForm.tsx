import { useId, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { guessFirstName } from '#features/profile/rules.ts'
import { useNameQuestion } from '#features/profile/web.tsx'
import { Button } from '#ui/button/Button.tsx'
import { classes } from '#ui/styles/classes.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { GREETING_ROW } from './getGreeting.ts'
import type { GreetingName } from './getGreeting.ts'

type NameFormProps = {
  email: string
  greeting: GreetingName
  /** Called when the name is saved or the question skipped. */
  onAnswered: () => void
}

/** Stands for the name in the translated greeting, which has it first or last. */
const PLACEHOLDER = '\n'

/** The greeting with a field for the name. Enter saves, Escape skips. */
export function NameForm({ email, greeting, onAnswered }: NameFormProps) {
  const t = useTranslations('library')
  const hintId = useId()
  const [name, setName] = useState(() => guessFirstName(email))
  const { save, skip, saving, error } = useNameQuestion(onAnswered)
  const [before = '', after = ''] = t(`${greeting}_name`, { name: PLACEHOLDER }).split(PLACEHOLDER)
  const skipOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing || saving) return
    event.stopPropagation()
    skip()
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!saving) save(name)
      }}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2.5 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-y-1"
    >
      <h1 className={classes(GREETING_ROW, 'gap-2.5 whitespace-nowrap max-sm:col-span-2 max-sm:gap-2')}>
        {before.trim()}
        <input
          type="text"
          aria-label={t('name_label')}
          aria-describedby={hintId}
          aria-invalid={error !== undefined}
          autoComplete="name"
          dir="auto"
          value={name}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={skipOnEscape}
          className={classes(
            'h-10 w-54 min-w-0 rounded-none border-b-2 bg-transparent px-0.5 max-sm:h-11 max-sm:w-auto max-sm:flex-1',
            error === undefined ? 'border-accent' : 'border-signal',
          )}
        />
        {after.trim()}
      </h1>
      <div className="flex gap-1 max-sm:col-start-2 max-sm:row-start-2">
        <Button type="submit" variant="main" busy={saving === 'save'}>
          {t('name_save')}
        </Button>
        <Button variant="quiet" busy={saving === 'skip'} onClick={() => saving ?? skip()}>
          {t('name_skip')}
        </Button>
      </div>
      <p
        id={hintId}
        role={error === undefined ? undefined : 'alert'}
        className={classes(
          'text-sm max-sm:row-start-2 sm:col-span-2 sm:leading-6',
          error === undefined ? 'text-ink2' : 'text-signal max-sm:line-clamp-3 max-sm:text-xs',
        )}
      >
        {error ?? (
          <>
            {t('name_question')} <span className="max-sm:sr-only">{t('name_once')}</span>
          </>
        )}
      </p>
    </form>
  )
}
