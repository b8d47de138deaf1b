import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { useOpenUpload } from '#features/upload/web.tsx'
import { classes } from '#ui/styles/classes.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { StepState } from './onboarding.ts'

/** The list of the first steps of a new account with their state. */
export function FirstSteps({ steps }: { steps: readonly StepState[] }) {
  const t = useTranslations('library')
  return (
    <section aria-labelledby="first-steps" className="min-w-0 rounded-lg border border-line bg-raised px-4.5 pt-4 pb-1.5">
      <h2 id="first-steps" className="mb-2 text-base font-[640]">
        {t('home_steps')}
      </h2>
      <ol>
        {steps.map((state, index) => (
          <li key={state.step} className="flex gap-4 border-t border-line py-3">
            <span
              className={classes(
                'tabular grid size-7 flex-none place-items-center rounded-full text-sm font-[600]',
                state.isDone ? 'bg-accent-soft text-accent' : 'bg-sunken text-ink2',
              )}
            >
              {state.isDone ? <Check role="img" aria-label={t('home_step_done')} className="size-4" /> : index + 1}
            </span>
            <span className="grid gap-0.5">
              <StepTitle state={state} />
              <span className={classes('text-sm', state.isDone ? 'text-ink3' : 'text-ink2')}>
                {t(`home_step_${state.step}_hint`)}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Links to where the step can be done. Shows text only for a step that is done or depends on another step. */
function StepTitle({ state: { step, isDone, fileId } }: { state: StepState }) {
  const t = useTranslations('library')
  const openUpload = useOpenUpload()
  const name = t(`home_step_${step}`)
  const titleClass = 'w-fit text-left text-base font-[560]'
  if (isDone) return <span className={classes(titleClass, 'text-ink2')}>{name}</span>
  const linkClass = classes(titleClass, 'text-accent hover:underline pointer-coarse:-my-2.5 pointer-coarse:min-h-11')
  if (fileId !== undefined) {
    return (
      <Link to="/file/$id" params={{ id: fileId }} className={linkClass}>
        {name}
      </Link>
    )
  }
  if (step !== 'upload') return <span className={titleClass}>{name}</span>
  return (
    <button type="button" onClick={() => openUpload()} className={linkClass}>
      {name}
    </button>
  )
}
