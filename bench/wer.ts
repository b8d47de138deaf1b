import { access, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeSound } from '#platform/sound/decodeSound.ts'
import { openSpeechEngine } from '#platform/speech/engine.ts'
import { joinWords } from '#platform/speech/joinWords.ts'
import type { SpeechEngine } from '#platform/speech/speech.ts'
import { countWordErrors } from '#test/fixtures/wordErrorRate.ts'

/** Clips with what is said in them: `fleurs/<language>-<n>.ogg` and `.txt`. Too large to be committed. */
const CLIPS = '/work/shared/audio/fleurs'
const FIXTURE = 'test/fixtures/two-cities.wav'

type Count = { errors: number; words: number }

/**
 * Word error rates of the speech engine as people get it, through its own process and with the language detected: a page of
 * Dickens (goal: at most 2 %), and 25 sentences of five languages (goal: at most 17 % together).
 */
export async function run(): Promise<void> {
  const engine = openSpeechEngine()
  try {
    print('two-cities', await countClip(engine, FIXTURE), 'goal 2 %')
    await countSentences(engine)
  } finally {
    await engine.close()
  }
}

async function countSentences(engine: SpeechEngine): Promise<void> {
  const isThere = await access(CLIPS).then(
    () => true,
    () => false,
  )
  if (!isThere) return console.log(`  no clips at ${CLIPS}: five languages not measured`)
  const byLanguage = new Map<string, Count>()
  for (const name of (await readdir(CLIPS)).filter((file) => file.endsWith('.ogg')).toSorted()) {
    const language = name.split('-')[0] ?? ''
    byLanguage.set(language, add(byLanguage.get(language), await countClip(engine, join(CLIPS, name))))
  }
  for (const [language, count] of byLanguage) print(language, count)
  print('together', [...byLanguage.values()].reduce(add, { errors: 0, words: 0 }), 'goal 17 %')
}

async function countClip(engine: SpeechEngine, path: string): Promise<Count> {
  const heard: string[] = []
  await engine.transcribe(decodeSound(path), {
    signal: new AbortController().signal,
    onWindow: ({ words, language }) => void heard.push(joinWords(words, language)),
  })
  return countWordErrors(await readFile(path.replace(/\.\w+$/, '.txt'), 'utf8'), heard.join(' '))
}

const add = (a: Count = { errors: 0, words: 0 }, b: Count): Count => ({ errors: a.errors + b.errors, words: a.words + b.words })

function print(name: string, { errors, words }: Count, goal = ''): void {
  const rate = ((100 * errors) / words).toFixed(1)
  console.log(`  ${name.padEnd(10)} ${rate.padStart(5)} % of ${words} words wrong ${goal && `(${goal})`}`)
}
