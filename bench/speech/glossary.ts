import { performance } from 'node:perf_hooks'
import { bundledModelsDir } from '#platform/speech/engine.ts'
import { loadWhisper } from '#platform/speech/whisper/whisper.ts'
import { addWordErrors, countWordErrors, noWordErrors } from '#test/fixtures/wordErrorRate.ts'
import { readClips } from '#test/fixtures/composites.ts'

/** Names that occur in the clips. */
const SPOKEN =
  'Kowloon, T-Rex, Mekka, Sintra, Lord Byron, Oravec, Carpanedo, USOC, Mashhad, Bieber, Giancarlo Fisichella, Goethe, Fichte, Schlegel, scaffolding'
/** Names that do not occur in the clips: none of them may appear. */
const NOT_SPOKEN =
  'Okafor, Kasese, Lena Brandt, Lindqvist, Nakamura, Szymański, Oyelaran, Fernández de la Vega, Bergmann, Kowalski, Sindri, Karpenko, ' +
  'Orbán, Masud, Fischer, Schlegelmilch, Beaufort, Gutenberg, Marrakesch, Birkeland, Castellano, Delacroix, Mekong, Byrne, Tempelhof, ' +
  'Insulin, Kauffmann, Dinslaken, Aracaju, Romanov'

/**
 * Measures the two-pass glossary with 15 names that occur in the clips and 30 that do not. Sets the exit code to 1 when a name
 * appears that does not occur, or when the texts are worse than without a glossary.
 */
export async function run(): Promise<void> {
  const whisper = await loadWhisper({ modelsDir: bundledModelsDir, threads: 1 })
  const [spoken, notSpoken] = [SPOKEN.split(', '), NOT_SPOKEN.split(', ')]
  let [without, withGlossary] = [noWordErrors, noWordErrors]
  const seconds = { without: 0, withGlossary: 0 }
  const fixed: string[] = []
  const wrong: string[] = []
  for (const { pcm, text } of await readClips()) {
    const plain = await timed(async () => (await whisper.transcribe(pcm)).words.map((word) => word.text).join(' '))
    const helped = await timed(async () => {
      const { words } = await whisper.transcribe(pcm, { glossary: [...spoken, ...notSpoken] })
      return words.map((word) => word.text).join(' ')
    })
    seconds.without += plain.seconds
    seconds.withGlossary += helped.seconds
    without = addWordErrors(without, countWordErrors(text, plain.value))
    withGlossary = addWordErrors(withGlossary, countWordErrors(text, helped.value))
    fixed.push(...spoken.filter((name) => !contains(plain.value, name) && contains(helped.value, name) && contains(text, name)))
    wrong.push(
      ...[...spoken, ...notSpoken].filter(
        (name) => contains(helped.value, name) && !contains(plain.value, name) && !contains(text, name),
      ),
    )
    if (helped.value !== plain.value && process.env['VERBOSE']) console.log(`- ${plain.value}\n+ ${helped.value}`)
  }
  await whisper.close()
  const rate = ({ errors, words }: typeof without) => (100 * errors) / words
  console.log(`  fixed ${fixed.length}: ${fixed.join(', ')}`)
  console.log(`  wrong ${wrong.length}: ${wrong.join(', ')}`)
  console.log(
    `  word errors ${rate(without).toFixed(1)} % -> ${rate(withGlossary).toFixed(1)} %, ` +
      `time x ${(seconds.withGlossary / seconds.without).toFixed(2)}`,
  )
  if (wrong.length > 0 || rate(withGlossary) > rate(without)) process.exitCode = 1
}

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; seconds: number }> {
  const start = performance.now()
  const value = await work()
  return { value, seconds: (performance.now() - start) / 1000 }
}

/** Compares letters only, because the texts of the clips have no case and no punctuation. */
const contains = (text: string, name: string) => ` ${plainText(text)} `.includes(` ${plainText(name)} `)
const plainText = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
