import type { PlannedWindow } from './windowPlanner.ts'

/**
 * Yields the windows of a recording and looks for the next one while the caller works on the last. `plan` gets the audio; ending the
 * iteration ends the audio too, so that no more of it is searched.
 */
export async function* planAhead(
  pcm: AsyncIterable<Float32Array>,
  plan: (pcm: AsyncIterable<Float32Array>) => AsyncIterator<PlannedWindow, void>,
): AsyncGenerator<PlannedWindow, void> {
  let isStopped = false
  const windows = plan(takeUntil(pcm, () => isStopped))
  const request = () => {
    const result = windows.next()
    // It is thrown below, when its turn comes.
    result.catch(() => undefined)
    return result
  }
  try {
    for (let next = request(); ;) {
      const { done, value } = await next
      if (done) return
      next = request()
      yield value
    }
  } finally {
    isStopped = true
    void windows.return?.()
  }
}

async function* takeUntil(pcm: AsyncIterable<Float32Array>, isStopped: () => boolean): AsyncGenerator<Float32Array> {
  for await (const chunk of pcm) {
    if (isStopped()) return
    yield chunk
  }
}
