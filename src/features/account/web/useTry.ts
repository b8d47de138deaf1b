import { useState } from 'react'
import { NO_ERRORS } from './signInTroubles.ts'
import type { FormErrors } from './signInTroubles.ts'

/** Runs a form action and holds its state and errors. `run` resolves with the reply or the errors. */
export function useTry() {
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<FormErrors>(NO_ERRORS)
  const run = async <T>(
    ask: () => Promise<T>,
    explain: (error: unknown) => FormErrors,
  ): Promise<{ ok: true; reply: T } | { ok: false; errors: FormErrors }> => {
    setBusy(true)
    setErrors(NO_ERRORS)
    try {
      return { ok: true, reply: await ask() }
    } catch (error) {
      const explained = explain(error)
      setErrors(explained)
      return { ok: false, errors: explained }
    } finally {
      setBusy(false)
    }
  }
  return { busy, errors, setErrors, run }
}
