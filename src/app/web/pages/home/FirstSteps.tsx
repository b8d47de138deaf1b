import { useWords } from '#ui/words.ts'

const STEPS = ['upload', 'generate', 'check'] as const

/** What to do with an empty library: three steps, in order. */
export function FirstSteps() {
  const t = useWords('app')
  return (
    <section aria-labelledby="first-steps" className="grid gap-2.5">
      <h2 id="first-steps" className="text-base font-[640]">
        {t('first_steps')}
      </h2>
      <ol className="overflow-hidden rounded-lg border border-line bg-raised">
        {STEPS.map((step, at) => (
          <li key={step} className="flex gap-4 border-t border-line px-4.5 py-3.5 first:border-0">
            <span
              aria-hidden
              className="tabular grid size-7 flex-none place-items-center rounded-full bg-sunken text-sm font-[600] text-ink2"
            >
              {at + 1}
            </span>
            <span className="grid gap-0.5">
              <span className="text-base font-[560]">{t(`step_${step}`)}</span>
              <span className="text-sm text-ink2">{t(`step_${step}_hint`)}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
