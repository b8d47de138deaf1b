import { useState } from 'react'
import { NOTHING_SAID } from './signInTroubles.ts'
import type { Said } from './signInTroubles.ts'

/** One try at a time: whether it is under way, what was said of the last one. `start` gives what it says, or the answer. */
export function useTry() {
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<Said>(NOTHING_SAID)
  const start = async <T>(ask: () => Promise<T>, explain: (error: unknown) => Said): Promise<{ answer: T } | { said: Said }> => {
    setBusy(true)
    setSaid(NOTHING_SAID)
    try {
      return { answer: await ask() }
    } catch (error) {
      const explained = explain(error)
      setSaid(explained)
      return { said: explained }
    } finally {
      setBusy(false)
    }
  }
  return { busy, said, say: setSaid, start }
}
