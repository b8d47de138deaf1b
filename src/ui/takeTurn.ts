/** A turn to be the only one. `lost` resolves when it has ended, or somebody took it away. */
export type Turn = { readonly lost: Promise<void>; readonly end: () => void }

/** `ifFree`: now or not at all; `wait`: when whoever has it is gone; `steal`: now, whoever has it. */
export type TurnWay = 'ifFree' | 'wait' | 'steal'

/** Whether this browser can say who is the only one; only pages that came over https are told. */
export const hasTurns = (): boolean => typeof navigator.locks?.request === 'function'

/**
 * One tab of the browser at a time has the turn of this name; it ends with the tab, also when that crashes. Null when it is
 * not to be had, or the signal fired.
 * @NOTE A tab that holds one is not put to sleep by the browser.
 */
export function takeTurn(name: string, way: TurnWay, signal?: AbortSignal): Promise<Turn | null> {
  const given = Promise.withResolvers<Turn | null>()
  const lost = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const options = way === 'ifFree' ? { ifAvailable: true } : way === 'steal' ? { steal: true } : signal ? { signal } : {}
  const hold = (lock: Lock | null): Promise<void> | undefined => {
    given.resolve(lock && { lost: lost.promise, end: ended.resolve })
    return lock ? ended.promise : undefined
  }
  navigator.locks
    .request(name, options, hold)
    .catch(() => {})
    .finally(() => {
      given.resolve(null)
      lost.resolve()
    })
  return given.promise
}
