import { useEffect, useMemo, useState } from 'react'
import { after } from '#browser/timers/time.ts'
import type { SearchRequest } from './address.ts'

/** The delay in milliseconds between the last key and the request. */
const TYPING_DELAY = 120

/** Returns the request once it has been unchanged for a moment; an empty one immediately. */
export function useSettled(request: SearchRequest): { settled: SearchRequest; isSettled: boolean } {
  const key = JSON.stringify(request)
  const [settledKey, setSettledKey] = useState(key)
  if (settledKey !== key && request.query === '') setSettledKey(key)
  useEffect(() => (settledKey === key ? undefined : after(TYPING_DELAY, () => setSettledKey(key))), [key, settledKey])
  const settled = useMemo(() => JSON.parse(settledKey) as SearchRequest, [settledKey])
  return { settled, isSettled: settledKey === key }
}
