import { expect, it } from 'vitest'
import { killRun } from '../../bench/kill/kill.ts'
import { createToneWav } from '#test/fixtures/sound/createToneWav.ts'

/** Returns reproducible random numbers, so that a failure can be repeated. */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

it(
  'loses and duplicates nothing when its processes are killed at random moments of uploads and transcriptions',
  { timeout: 300_000 },
  async () => {
    const settings = { EARSHOT_SCRIPTED: 'speech' }
    const report = await killRun({
      recordings: 5,
      sound: createToneWav(25),
      settings,
      chance: seededRandom(7),
      kills: 8,
      longestPause: 1500,
    })
    expect(report).toMatchObject({ recordings: 5, done: 5, doubled: 0, lost: 0 })
  },
)
