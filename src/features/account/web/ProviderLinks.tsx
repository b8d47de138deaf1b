import { useId, useState } from 'react'
import { buttonClass } from '#ui/buttonClass.ts'
import { classes } from '#ui/classes.ts'
import { Spinner } from '#ui/Spinner.tsx'
import { useEvent } from '#ui/useEvent.ts'
import { useWords } from '#ui/words.ts'
import { inQuery } from './doorWords.ts'
import type { DoorWords } from './doorWords.ts'
import { LastUsed } from './LastUsed.tsx'
import { ProviderMark } from './ProviderMark.tsx'

export type Provider = { id: string; name: string; kind: 'google' | 'apple' | 'microsoft' | 'oidc' }

export type ProviderLinksProps = {
  providers: readonly Provider[]
  words: DoorWords
  /** The path to return to, including the base path. */
  fromUrl: string
  /** The id of the provider if the last sign-in used one. */
  lastMethod: string | undefined
}

/** One link per provider, styled as a button. They are links because the browser navigates to the provider. */
export function ProviderLinks({ providers, words, fromUrl, lastMethod }: ProviderLinksProps) {
  const t = useWords('account')
  const mark = useId()
  const [leaves, setLeaves] = useState<string | null>(null)
  // After the browser's Back button, the page can be restored with its old state.
  useEvent('window', 'pageshow', (event) => event.persisted && setLeaves(null))
  if (providers.length === 0) return null
  return (
    <ul className="grid grid-cols-1 gap-3">
      {providers.map(({ id, name, kind }) => (
        <li key={id} className="grid grid-cols-1">
          <a
            href={startAddress(id, words, fromUrl)}
            aria-busy={leaves === id || undefined}
            aria-describedby={lastMethod === id ? mark : undefined}
            className={classes(buttonClass({ size: 'lg' }), 'min-w-0 hover:bg-sunken active:bg-line')}
            onClick={(event) => (leaves ? event.preventDefault() : setLeaves(id))}
          >
            {leaves === id ? <Spinner /> : <ProviderMark kind={kind} />}
            <span className="truncate">{t('continue_with', { name })}</span>
            {lastMethod === id && <LastUsed id={mark} />}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** The URL of the server that redirects to the provider. */
function startAddress(id: string, words: DoorWords, fromUrl: string): string {
  const query = new URLSearchParams({ from_url: fromUrl, ...inQuery(words) })
  return `/api/auth/sso/${encodeURIComponent(id)}/start?${query}`
}
