import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { blocksOf } from '#platform/sound/blocksOf.ts'
import { decodeSound } from '#platform/sound/decodeSound.ts'
import { SPEECH_RATE } from '#platform/sound/sound.ts'
import { bytesSource } from '#test/e2e/bytesSource.ts'
import { loudnessAlike } from '#test/e2e/loudnessAlike.ts'
import { TranscodePage } from '#test/e2e/TranscodePage.ts'
import { FORMAT_INPUTS, type FormatInput } from './formatInputs.ts'
import { ffmpegFolder } from './ffmpegFolder.ts'

const SECONDS = 20
/** A lower similarity means that the audio differs. */
const ALIKE = 0.9

/**
 * Transcodes all 55 inputs of the design in Chromium and prints for each which decoder was used and how similar the loudness is.
 */
export async function run(): Promise<void> {
  await using made = await ffmpegFolder()
  if (made === null)
    return console.log('  skipped, 55 formats: ffmpeg is not installed (apt-get install ffmpeg libavcodec-extra)')
  const speech = join(import.meta.dirname, '../test/fixtures/two-cities.wav')
  const source = await made.make('source.wav', ['-t', String(SECONDS), '-i', speech, '-ar', '48000', '-ac', '2'])
  const samples = await samplesOf(await readFile(source))
  await using page = await TranscodePage.open()
  let [fine, lacking] = [0, 0]
  for (const input of FORMAT_INPUTS) {
    const path = await made.make(input.name, argumentsFor(input, source)).catch((error: Error) => {
      console.log(`  skipped ${input.name}: this ffmpeg does not make it (${error.message})`)
    })
    if (path === undefined) lacking++
    else if (await isFine(page, input, path, samples)) fine++
  }
  const bad = FORMAT_INPUTS.length - fine - lacking
  console.log(`  ${FORMAT_INPUTS.length} formats: ${fine} fine, ${bad} not, ${lacking} skipped`)
  if (bad > 0) process.exitCode = 1
}

async function isFine(page: TranscodePage, input: FormatInput, path: string, source: Float32Array): Promise<boolean> {
  page.asked.length = 0
  const small = await page.run(path)
  const by = page.asked.some((asked) => asked.includes('ffmpeg')) ? 'ffmpeg' : 'browser'
  const alike =
    small.failure === null ? loudnessAlike(source, await samplesOf(Buffer.from(small.base64, 'base64')), SPEECH_RATE) : 0
  const isAsLong = Math.abs(small.duration - SECONDS * 1000) < 300
  const verdict = alike >= ALIKE && isAsLong ? 'ok ' : 'BAD'
  const times = ((SECONDS * 1000) / small.took).toFixed(0).padStart(4)
  const words = small.failure === null ? `${small.duration} ms` : `${small.failure}: ${small.says}`
  console.log(`  ${verdict} ${input.name.padEnd(15)} ${by.padEnd(8)} alike ${alike.toFixed(3)} ${times}x  ${words}`)
  return verdict === 'ok '
}

/** Returns all samples, decoded the way the server decodes stored audio. */
async function samplesOf(bytes: Buffer): Promise<Float32Array> {
  for await (const block of blocksOf(decodeSound(bytesSource(bytes)), SECONDS * SPEECH_RATE)) return block
  return new Float32Array(0)
}

function argumentsFor({ args, video }: FormatInput, source: string): string[] {
  const picture = video
    ? ['-f', 'lavfi', '-t', String(SECONDS), '-i', 'testsrc=s=176x144:r=10', '-map', '1:v', '-map', '0:a']
    : []
  return ['-i', source, ...picture, ...args]
}
