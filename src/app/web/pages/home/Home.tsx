import { Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { minutes } from '#kit/units.ts'
import { usePageTitle } from '#ui/usePageTitle.ts'
import { useNow } from '#ui/useNow.ts'
import { useWords } from '#ui/words.ts'
import { FirstSteps } from './FirstSteps.tsx'
import { greetingAt } from './greetingAt.ts'
import { useShellActions } from '../../shell/ShellActions.ts'

export type HomeProps = {
  /** Of whoever is signed in; undefined until the server has said it. */
  name: string | undefined
  /** There is no recording yet. */
  isEmpty: boolean
  /** The latest recordings. */
  recent: ReactNode
}

/** The home page: a greeting, the way to a new recording, what happened last. */
export function Home({ name, isEmpty, recent }: HomeProps) {
  const t = useWords('app')
  const greeting = greetingAt(new Date(useNow(minutes(1))).getHours())
  usePageTitle(t('home'))
  return (
    <div className="grid max-w-[68.75rem] content-start gap-7 px-12 py-9 max-md:px-6 max-sm:px-4 max-sm:py-6">
      <header className="grid gap-1">
        <h1 className="text-3xl font-[640] tracking-[-0.02em] text-balance">
          {name ? t(`${greeting}_name`, { name }) : t(greeting)}
        </h1>
        <p className="text-base text-ink2">{isEmpty ? t('home_empty') : t('home_hint')}</p>
      </header>
      <UploadCard />
      {isEmpty ? (
        <FirstSteps />
      ) : (
        <section aria-labelledby="recent" className="grid gap-2.5">
          <h2 id="recent" className="text-base font-[640]">
            {t('recent')}
          </h2>
          {recent}
        </section>
      )}
    </div>
  )
}

function UploadCard() {
  const t = useWords('app')
  const { openUpload } = useShellActions()
  return (
    <div className="grid gap-3.5 sm:grid-cols-2 lg:grid-cols-3">
      <button
        type="button"
        onClick={openUpload}
        className="grid content-start gap-1.5 rounded-lg border border-line bg-raised p-4.5 text-left transition-colors hover:border-edge"
      >
        <span className="mb-1.5 grid size-9 place-items-center rounded-md bg-accent-soft text-accent">
          <Upload aria-hidden className="size-4.5" />
        </span>
        <span className="text-base font-[600]">{t('upload')}</span>
        <span className="text-sm text-ink2">{t('upload_hint')}</span>
      </button>
    </div>
  )
}
