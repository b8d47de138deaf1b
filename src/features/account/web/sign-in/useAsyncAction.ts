import { useState } from 'react'
import { NO_ERRORS } from './formErrors.ts'
import type { FormErrors } from './formErrors.ts'

/** Runs a form action and holds its state and errors. `run` resolves with the reply or the errors. */
export function useAsyncAction() {
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<FormErrors>(NO_ERRORS)
  const run = async <T>(
    action: () => Promise<T>,
    toErrors: (error: unknown) => FormErrors,
  ): Promise<{ ok: true; reply: T } | { ok: false; errors: FormErrors }> => {
    setBusy(true)
    setErrors(NO_ERRORS)
    try {
      return { ok: true, reply: await action() }
    } catch (error) {
      const failure = toErrors(error)
      setErrors(failure)
      return { ok: false, errors: failure }
    } finally {
      setBusy(false)
    }
  }
  return { busy, errors, setErrors, run }
}
