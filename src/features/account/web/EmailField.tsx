import type { Ref } from 'react'
import { TextField } from '#ui/TextField.tsx'
import { useWords } from '#ui/words.ts'
import type { Said } from './signInTroubles.ts'
import { useWaitWords } from './useWaitWords.ts'

export type EmailFieldProps = { value: string; onChange: (value: string) => void; said: Said; ref: Ref<HTMLInputElement> }

/** The address one signs in with. */
export function EmailField({ value, onChange, said, ref }: EmailFieldProps) {
  const t = useWords('account')
  const waitWords = useWaitWords()
  const trouble = said.troubles.email
  return (
    <TextField
      ref={ref as Ref<HTMLInputElement | HTMLTextAreaElement>}
      label={t('email')}
      type="email"
      name="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      placeholder="you@example.org"
      required
      value={value}
      onChange={onChange}
      error={trouble && t(trouble, { wait: waitWords(said.wait) })}
    />
  )
}
